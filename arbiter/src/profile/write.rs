use super::Profile;
use std::fmt::Write as _;

impl Profile {
    /// The whole profile as TOML, without a base: it reads back as it is, whatever becomes of the built-in ones.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let _ = writeln!(text, "name = {}\ntitle = {}\n", quoted(&self.name), quoted(&self.title));
        for (name, value, article) in self.entries() {
            // Every parameter is a word, a number, a truth value or a list of these: all of them can be written.
            let value = value.map_or_else(|error| quoted(&error.to_string()), |value| value.to_string());
            let _ = if article.is_empty() {
                writeln!(text, "{name} = {value}")
            } else {
                writeln!(text, "{name} = {{ value = {value}, article = {} }}", quoted(article))
            };
        }
        text.push_str("\n[articles]\n");
        for (reason, scope, article) in self.articles.entries() {
            let _ = writeln!(text, "{reason}.{scope} = {}", quoted(article));
        }
        text.push_str("\n[procedures]\n");
        for (topic, article) in self.articles.procedures() {
            let _ = writeln!(text, "{topic} = {}", quoted(article));
        }
        text
    }
}
