use crate::{Homography, Point};

/// How many parameters [`BoardModel`] has.
pub(super) const PARAMETERS: usize = 9;

/// Where a board lies in a picture: a homography followed by one coefficient of radial distortion about the picture's
/// centre, which takes up most of a lens's bending of straight lines.
///
/// Board coordinates count squares from one outer corner, 0 to 8 in both directions; picture coordinates are pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardModel {
    /// The homography's first eight elements row by row (the ninth is 1) from board coordinates, moved to the board's
    /// centre and halved to -1..1, to picture coordinates moved to the picture's centre in units of half its diagonal;
    /// then the distortion.
    pub(super) parameters: [f64; PARAMETERS],
    centre: Point,
    half_diagonal: f64,
}

impl BoardModel {
    /// The model without distortion for a homography from board to picture coordinates of a picture of `width` x
    /// `height` pixels.
    pub(super) fn new(image_from_board: &Homography, width: usize, height: usize) -> Option<BoardModel> {
        let centre = Point::new(width as f64 / 2.0, height as f64 / 2.0);
        let half_diagonal = centre.x.hypot(centre.y);
        let normalised: Vec<(Point, Point)> = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .into_iter()
            .map(|(x, y)| {
                let image = image_from_board.apply(Point::new(4.0 + 4.0 * x, 4.0 + 4.0 * y));
                let image = Point::new((image.x - centre.x) / half_diagonal, (image.y - centre.y) / half_diagonal);
                (Point::new(x, y), image)
            })
            .collect();
        let homography =
            Homography::from_four(std::array::from_fn(|i| normalised[i].0), std::array::from_fn(|i| normalised[i].1))?;
        let [[a, b, c], [d, e, f], [g, h, scale]] = homography.rows();
        let parameters = [a, b, c, d, e, f, g, h, 0.0].map(|value| value / scale);
        parameters.iter().all(|value| value.is_finite()).then_some(BoardModel { parameters, centre, half_diagonal })
    }

    /// Where a point of the board lies in the picture.
    pub(super) fn image_from_board(&self, board: Point) -> Point {
        let [a, b, c, d, e, f, g, h, distortion] = self.parameters;
        let (x, y) = ((board.x - 4.0) / 4.0, (board.y - 4.0) / 4.0);
        let depth = g * x + h * y + 1.0;
        let (x, y) = ((a * x + b * y + c) / depth, (d * x + e * y + f) / depth);
        let stretch = self.half_diagonal * (1.0 + distortion * (x * x + y * y));
        Point::new(self.centre.x + stretch * x, self.centre.y + stretch * y)
    }

    /// The four outer corners (0, 0), (8, 0), (8, 8), (0, 8) in the picture.
    pub(super) fn corners(&self) -> [Point; 4] {
        [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| self.image_from_board(Point::new(x, y)))
    }
}
