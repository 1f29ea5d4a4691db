//! A game to begin with.

use crate::limits;

const FILES: [(&str, &str); 3] = [
    ("NAME.toml", include_str!("../starter/game.toml")),
    ("NAME-scenario.toml", include_str!("../starter/scenario.toml")),
    ("NAME-roster.toml", include_str!("../starter/roster.toml")),
];

/// The files of a game of this name, with their names: the game, a scenario and a roster. None if that cannot be the name of a game.
pub fn starter(name: &str) -> Option<[(String, String); 3]> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain);
    if !fits || name.len() > limits::NAME {
        return None;
    }
    let words: Vec<String> = name
        .split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        })
        .collect();
    let title = words.join(" ");
    Some(FILES.map(|(file, text)| {
        (file.replace("NAME", name), text.replace("NAME", name).replace("TITLE", &title))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_to_begin_with_is_a_game() {
        let [(file, text), ..] = starter("my-game").unwrap();
        assert_eq!(file, "my-game.toml");
        let game = crate::read(&file, &text).unwrap();
        assert_eq!((game.system().id.as_str(), game.system().title.as_str()), ("my-game", "My Game"));
        assert!(starter("../my-game").is_none() && starter("").is_none());
    }
}
