use crate::{Corners, Homography, Point};

/// Lattice points in a row: one more than squares.
const NODES: usize = 9;

/// How a board's squares deviate from the homography of its four corners, because the sheet bows, the vinyl curls or the lens
/// bends straight lines: an offset for each of the 9x9 corners of squares, in table coordinates.
///
/// The table point `t` is seen where the homography has `t + offset(t)`; between the nodes offsets are bilinear, outside
/// the board they are those of its rim.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareMesh {
    /// `offsets[y][x]` belongs to the table point (x, y): `[dx, dy]` in squares. Row 0 is the board's first rank's outer
    /// edge, from a1's corner to h1's.
    pub offsets: [[[f64; 2]; NODES]; NODES],
}

impl SquareMesh {
    /// The mesh of a board whose table point (x, y) is seen at `seen(x, y)` in the picture, in pixels. `None` when the
    /// corners make no homography or a point is none.
    pub fn from_seen(corners: &Corners, seen: impl Fn(usize, usize) -> Point) -> Option<SquareMesh> {
        let table_from_image = corners.table_from_image()?;
        let mut offsets = [[[0.0; 2]; NODES]; NODES];
        for (y, row) in offsets.iter_mut().enumerate() {
            for (x, offset) in row.iter_mut().enumerate() {
                let table = table_from_image.apply(seen(x, y));
                *offset = [table.x - x as f64, table.y - y as f64];
            }
        }
        let mesh = SquareMesh { offsets };
        mesh.greatest().is_finite().then_some(mesh)
    }

    /// The offset at a table point, in squares.
    pub fn offset(&self, table: Point) -> Point {
        let last = (NODES - 1) as f64;
        let (x, y) = (table.x.clamp(0.0, last), table.y.clamp(0.0, last));
        let (column, row) = ((x as usize).min(NODES - 2), (y as usize).min(NODES - 2));
        let (fx, fy) = (x - column as f64, y - row as f64);
        let between = |axis: usize| {
            let at = |dx: usize, dy: usize| self.offsets[row + dy][column + dx][axis];
            let first = at(0, 0) * (1.0 - fx) + at(1, 0) * fx;
            let second = at(0, 1) * (1.0 - fx) + at(1, 1) * fx;
            first * (1.0 - fy) + second * fy
        };
        Point::new(between(0), between(1))
    }

    /// The length of the longest offset, in squares.
    pub fn greatest(&self) -> f64 {
        self.offsets
            .iter()
            .flatten()
            .map(|[x, y]| x.hypot(*y))
            .fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
    }
}

/// Where one board lies in a picture: its corners, and its mesh where it has one. The map in both directions.
#[derive(Clone, Debug)]
pub struct BoardView {
    image_from_flat: Homography,
    flat_from_image: Homography,
    mesh: Option<SquareMesh>,
}

impl BoardView {
    /// The view of a board with these corners, in pixels, and this mesh. `None` when three corners lie on a line.
    pub fn new(corners: &Corners, mesh: Option<SquareMesh>) -> Option<BoardView> {
        let image_from_flat = corners.image_from_table()?;
        Some(BoardView { image_from_flat, flat_from_image: image_from_flat.inverse(), mesh })
    }

    /// Where a table point (squares, a1's outer corner the origin) is seen, in pixels.
    pub fn image_from_table(&self, table: Point) -> Point {
        let offset = self.mesh.as_ref().map_or(Point::default(), |mesh| mesh.offset(table));
        self.image_from_flat.apply(Point::new(table.x + offset.x, table.y + offset.y))
    }

    /// The table point seen at a pixel.
    pub fn table_from_image(&self, image: Point) -> Point {
        let flat = self.flat_from_image.apply(image);
        let mut table = flat;
        // Offsets are small and smooth, so that this settles within 1/10000 of a square.
        for _ in 0..4 {
            let offset = self.mesh.as_ref().map_or(Point::default(), |mesh| mesh.offset(table));
            table = Point::new(flat.x - offset.x, flat.y - offset.y);
        }
        table
    }

    /// The same plane with its origin at `origin`, a table point of this view: squares beside the board. The mesh, which says
    /// nothing of what lies beyond the board's rim, is left out.
    pub fn with_origin(&self, origin: Point) -> BoardView {
        let shift = nalgebra::Matrix3::new(1.0, 0.0, origin.x, 0.0, 1.0, origin.y, 0.0, 0.0, 1.0);
        let image_from_flat = match Homography::from_matrix(shift) {
            Some(shift) => self.image_from_flat.after(&shift),
            None => self.image_from_flat,
        };
        BoardView { image_from_flat, flat_from_image: image_from_flat.inverse(), mesh: None }
    }

    /// The mesh, where there is one.
    pub fn mesh(&self) -> Option<&SquareMesh> {
        self.mesh.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bowed() -> (Corners, SquareMesh) {
        let corners: Corners = "100,50,500,60,490,450,110,440".parse().unwrap();
        let image_from_table = corners.image_from_table().unwrap();
        let mesh = SquareMesh::from_seen(&corners, |x, y| {
            let (x, y) = (x as f64, y as f64);
            image_from_table.apply(Point::new(x + 0.1 * (y * (8.0 - y)) / 16.0, y))
        });
        (corners, mesh.unwrap())
    }

    #[test]
    fn the_mesh_gives_back_what_was_seen() {
        let (corners, mesh) = bowed();
        assert!((mesh.offset(Point::new(3.0, 4.0)).x - 0.1).abs() < 1e-9);
        assert!((mesh.greatest() - 0.1).abs() < 1e-9);
        assert!((mesh.offset(Point::new(3.0, -2.0)).x).abs() < 1e-9);
        let view = BoardView::new(&corners, Some(mesh)).unwrap();
        assert!(view.image_from_table(Point::new(0.0, 8.0)).distance(corners.a8) < 1e-6);
    }

    #[test]
    fn an_origin_moves_the_table_and_nothing_else() {
        let (corners, _) = bowed();
        let view = BoardView::new(&corners, None).unwrap();
        let beside = view.with_origin(Point::new(8.0, -0.5));
        let seen = beside.image_from_table(Point::new(1.5, 3.0));
        assert!(seen.distance(view.image_from_table(Point::new(9.5, 2.5))) < 1e-6);
        assert!(beside.table_from_image(seen).distance(Point::new(1.5, 3.0)) < 1e-6);
    }

    #[test]
    fn a_view_maps_there_and_back() {
        let (corners, mesh) = bowed();
        let view = BoardView::new(&corners, Some(mesh)).unwrap();
        for table in [Point::new(0.3, 7.7), Point::new(4.5, 3.2), Point::new(8.0, 8.0), Point::new(-0.5, 9.0)] {
            assert!(view.table_from_image(view.image_from_table(table)).distance(table) < 1e-4, "{table:?}");
        }
    }
}
