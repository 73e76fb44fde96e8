//! Letters of five by seven dots, drawn for this program: the pieces, the files and the ranks.

/// Columns of a letter.
pub(super) const COLUMNS: usize = 5;
/// Rows of a letter.
pub(super) const ROWS: usize = 7;

/// The letter's rows from the top, the leftmost dot in bit 4; a box for letters that were not drawn.
pub(super) fn glyph(letter: char) -> [u8; ROWS] {
    let rows = match letter {
        'K' => ["#   #", "#  # ", "# #  ", "##   ", "# #  ", "#  # ", "#   #"],
        'Q' => [" ### ", "#   #", "#   #", "#   #", "# # #", "#  # ", " ## #"],
        'R' => ["#### ", "#   #", "#   #", "#### ", "# #  ", "#  # ", "#   #"],
        'B' => ["#### ", "#   #", "#   #", "#### ", "#   #", "#   #", "#### "],
        'N' => ["#   #", "##  #", "##  #", "# # #", "#  ##", "#  ##", "#   #"],
        'P' => ["#### ", "#   #", "#   #", "#### ", "#    ", "#    ", "#    "],
        'a' => ["     ", "     ", " ### ", "    #", " ####", "#   #", " ####"],
        'b' => ["#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#### "],
        'c' => ["     ", "     ", " ### ", "#   #", "#    ", "#   #", " ### "],
        'd' => ["    #", "    #", " ####", "#   #", "#   #", "#   #", " ####"],
        'e' => ["     ", "     ", " ### ", "#   #", "#####", "#    ", " ### "],
        'f' => ["  ## ", " #   ", "#### ", " #   ", " #   ", " #   ", " #   "],
        'g' => ["     ", " ####", "#   #", "#   #", " ####", "    #", " ### "],
        'h' => ["#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#   #"],
        '1' => ["  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "],
        '2' => [" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"],
        '3' => [" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "],
        '4' => ["   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "],
        '5' => ["#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "],
        '6' => [" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "],
        '7' => ["#####", "    #", "   # ", "   # ", "  #  ", "  #  ", "  #  "],
        '8' => [" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "],
        '-' => ["     ", "     ", "     ", "#####", "     ", "     ", "     "],
        '?' => [" ### ", "#   #", "    #", "   # ", "  #  ", "     ", "  #  "],
        _ => ["#####", "#   #", "#   #", "#   #", "#   #", "#   #", "#####"],
    };
    rows.map(|row| row.bytes().fold(0, |bits, dot| bits << 1 | u8::from(dot == b'#')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_five_dots_wide_and_no_two_are_alike() {
        let letters: Vec<char> = "KQRBNPabcdefgh12345678-?".chars().collect();
        let drawn: std::collections::BTreeSet<_> = letters.iter().map(|letter| glyph(*letter)).collect();
        assert_eq!(drawn.len(), letters.len());
        assert!(drawn.iter().flatten().all(|row| *row < 1 << COLUMNS));
        assert_eq!(glyph('1')[0], 0b00100);
    }
}
