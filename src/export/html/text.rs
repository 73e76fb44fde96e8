//! Text on its way into HTML.

/// Text that stands for itself in HTML, also inside quotes. Characters that steer a terminal or turn the direction of writing are
/// left out: names of files may have them.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            character if character.is_control() => {}
            character => escaped.push(character),
        }
    }
    escaped
}

/// A table of names and values.
pub(super) fn rows(fields: &[(String, String)]) -> String {
    let row =
        |(name, value): &(String, String)| format!("<tr><th>{}</th><td>{}</td></tr>\n", escaped(name), escaped(value));
    format!("<table>\n{}</table>\n", fields.iter().map(row).collect::<String>())
}

/// Base64 (RFC 4648, section 4).
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, index| bits << 8 | u32::from(group.get(index).copied().unwrap_or(0)));
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= group.len() { letter as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_page_is_escaped() {
        assert_eq!(escaped("<a href=\"x\">&'\u{7}\u{202e}\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39; ");
    }

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd]), "//79");
    }
}
