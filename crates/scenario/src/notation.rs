//! What to write in place of the notations of rule books and word processors: `4+`, `50%`, curly quotes.

use crate::diagnostic::quoted;

/// Quotation marks that word processors write in place of straight ones.
const CURLY: &[char] = &['“', '”', '„', '‟', '‘', '’', '‚', '«', '»'];

/// Returns what to write in place of a value that is not what a field expects. `written` is the value as it stands in the file,
/// or on the command line without quotes.
pub fn of_written(written: &str) -> Option<String> {
    let unquoted = |quote| written.strip_prefix(quote)?.strip_suffix(quote);
    let quoted = unquoted('"').or_else(|| unquoted('\''));
    let text = quoted.unwrap_or(written).trim();
    if let Some(number) = text.strip_suffix('+').map(str::trim_end).filter(|number| is_number(number)) {
        return Some(without_plus(number));
    }
    if let Some(number) = text.strip_suffix('%').map(str::trim_end).filter(|number| is_number(number)) {
        return share(number);
    }
    if let Some(number) = decimal_point(text) {
        return Some(format!("write {number}, with a point"));
    }
    (quoted.is_some() && is_number(text)).then(|| format!("write {text} without quotes"))
}

/// Returns what to write in place of a line that is not TOML. `column` is the byte at which it stops being so.
pub fn of_line(line: &str, column: usize) -> Option<String> {
    if line.contains(CURLY) {
        let straight = line.trim().replace(CURLY, "\"");
        return Some(format!("write straight quotes: {}", quoted(&straight)));
    }
    // The fault may be at the sign, or at the number before it.
    let at = line.char_indices().position(|(place, _)| place >= column).unwrap_or(0).saturating_sub(1);
    let characters: Vec<char> = line.chars().collect();
    let sign = (at..characters.len()).find(|&place| "+%,".contains(characters[place]))?;
    let is_of_number = |place: usize| characters[place].is_ascii_digit() || characters[place] == '.';
    let digits = characters[..sign].iter().rposition(|letter| *letter != ' ').map_or(0, |last| last + 1);
    let first = (0..digits).rev().take_while(|&place| is_of_number(place)).last()?;
    let number: String = characters[first..digits].iter().collect();
    match characters[sign] {
        '+' => Some(without_plus(&number)),
        '%' => share(&number),
        _ => {
            let rest: String =
                characters[sign + 1..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
            decimal_point(&format!("{number},{rest}")).map(|number| format!("write {number}, with a point"))
        }
    }
}

/// Returns what to write in place of a probability that is written as a percentage.
pub fn of_percent(number: f64) -> Option<String> {
    (number > 1.0 && number <= 100.0).then(|| format!("write {}: not in percent", hundredth(number)))
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '-') && text.parse::<f64>().is_ok()
}

fn without_plus(number: &str) -> String {
    format!("write {number}: the plus is understood")
}

fn share(percent: &str) -> Option<String> {
    let number: f64 = percent.parse().ok()?;
    Some(format!("write {}: a percentage is written as a share of 1", hundredth(number)))
}

/// A hundredth of a number, without the digits that come of dividing.
fn hundredth(number: f64) -> f64 {
    (number * 1e6).round() / 1e8
}

/// Returns `1.5` for `1,5`.
fn decimal_point(text: &str) -> Option<String> {
    let (whole, rest) = text.split_once(',')?;
    let is_decimal = is_number(whole) && !whole.contains('.') && !rest.is_empty();
    (is_decimal && rest.bytes().all(|byte| byte.is_ascii_digit())).then(|| format!("{whole}.{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_mean_numbers_are_known() {
        let of = of_written;
        assert_eq!(of("\"5+\"").unwrap(), "write 5: the plus is understood");
        assert_eq!(of("5 +").unwrap(), "write 5: the plus is understood");
        assert_eq!(of("'12.5%'").unwrap(), "write 0.125: a percentage is written as a share of 1");
        assert_eq!(of("\"7\"").unwrap(), "write 7 without quotes");
        assert_eq!(of("1,5").unwrap(), "write 1.5, with a point");
        for other in ["", "7", "\"", "+", "%", "\"five+\"", "x,5", "inf", "nan+", "[1,2]"] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn lines_that_are_no_toml_are_known() {
        let of = |line: &str, at: &str| of_line(line, line.find(at).unwrap());
        assert_eq!(of("av_skill = 4+", "+").unwrap(), "write 4: the plus is understood");
        assert_eq!(of("ap = 4 +   # dice", "4").unwrap(), "write 4: the plus is understood");
        assert_eq!(
            of("between = [40%, 60%]", "%").unwrap(),
            "write 0.4: a percentage is written as a share of 1"
        );
        assert_eq!(of("weight = 1,5", ",").unwrap(), "write 1.5, with a point");
        assert_eq!(of("name = “Titan”", "“").unwrap(), "write straight quotes: name = \"Titan\"");
        for (other, at) in [("a = = 1", "="), ("a = [1, , 2]", ","), ("[[", "["), ("% +", "%"), ("ä+", "ä")]
        {
            assert_eq!(of(other, at), None, "{other}");
        }
    }
}
