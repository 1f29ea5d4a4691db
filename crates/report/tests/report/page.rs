//! The HTML page.

use crate::sample::{EXACT, SAMPLED, nasty, single, sweep, variants, with_funnel};

#[test]
fn the_page_says_what_came_out_and_how_to_make_it_again() {
    let page = report::html(&single(4, SAMPLED)).unwrap();
    for text in [
        "Killed within 4 rounds: 93.8\u{A0}%; half of the targets are dead after the first attack.",
        "An estimate from 10,000 trials: the true probability lies in 92.8\u{A0}% to 94.8\u{A0}%",
        "<dt>Seed</dt><dd>7</dd>",
        "<dt>Trials</dt><dd>10,000</dd>",
        "0123456789abcdef0123",
        "killcurve run titan.toml --seed 7",
        "system = &quot;space-infantry&quot;",
        "Heavy Weapons (18 points) against Titan",
        "prefers-color-scheme: dark",
        "<svg ",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let page = report::html(&variants(2)).unwrap();
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for text in ["http:", "https:", "src=", "href=", "url(", "@import"] {
        assert!(!outside.contains(text), "{text}");
    }
}

#[test]
fn bad_names_do_no_harm_on_the_page() {
    let page = report::html(&nasty()).unwrap();
    assert_eq!(page.matches("<script").count(), 1, "the page's own");
    assert_eq!(page.matches("</script").count(), 1);
    assert!(page.contains("&lt;script&gt;"));
    assert!(page.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(!page.contains('\u{202e}'));
}

#[test]
fn a_sweep_of_two_fields_is_shaded() {
    let page = report::html(&sweep(&[("attacker.pen", 3), ("target.dmg", 20)])).unwrap();
    assert!(page.contains("class=\"heat sortable\""));
    let shaded = |cell: &&str| {
        cell.starts_with("<td style=\"--shade: 83\" data-sort=\"0.831") && cell.ends_with(">83.19 %")
    };
    assert_eq!(page.split("</td>").filter(shaded).count(), 1, "1 - 0.41²");
    assert!(!report::html(&sweep(&[("attacker.pen", 3)])).unwrap().contains("class=\"heat"));
}

#[test]
fn tables_sort_by_the_numbers_themselves() {
    let page = report::html(&single(1, EXACT)).unwrap();
    assert!(page.contains("<td class=\"number\" data-sort=\"0.5\">50.00 %</td>"));
}

#[test]
fn a_missing_mean_is_not_nothing() {
    let page = report::html(&single(2, EXACT)).unwrap();
    assert!(!page.contains(">0<") && !page.contains("NaN"));
}

#[test]
fn the_page_shows_where_the_shots_go() {
    let page = report::html(&with_funnel(single(2, EXACT))).unwrap();
    assert!(page.contains("<h2>Where the shots go</h2>"));
    assert!(page.contains("<td class=\"number\" data-sort=\"0.5\">50.00 %</td>"));
    assert!(page.contains("<td class=\"number\" data-sort=\"-0.5\">x1.5</td>"));
    assert!(!report::html(&single(2, EXACT)).unwrap().contains("Where the shots go"));
}

#[test]
fn the_picture_of_a_sweep_stands_with_its_breakpoints() {
    let page = report::html(&sweep(&[("attacker.pen", 3), ("target.dmg", 2)])).unwrap();
    let section = page.split("<h2>The sweep</h2>").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(section.contains("<bdi>With attacker.pen 0, target.dmg 0 to 1: killed"), "{section}");
    assert!(section.contains("aria-label=\"Killed by the end of round 2\""));
    assert_eq!(page.matches("aria-label=\"Killed by the end of round 2\"").count(), 1);
}

/// SHA-256 (FIPS 180-4).
#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
fn sha256(text: &[u8]) -> [u8; 32] {
    // The first 32 bits of the fractional parts of roots of the first primes.
    let primes = (2_u32..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let fraction = |root: f64| ((root.fract()) * 4_294_967_296.0) as u32;
    let constants: Vec<u32> =
        primes.clone().take(64).map(|prime| fraction(f64::from(prime).cbrt())).collect();
    let mut hash: Vec<u32> = primes.take(8).map(|prime| fraction(f64::from(prime).sqrt())).collect();
    let mut padded = text.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((text.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|bytes| u32::from_be_bytes(bytes.try_into().unwrap())).collect();
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            words.push(words[at - 16].wrapping_add(small).wrapping_add(words[at - 7]).wrapping_add(large));
        }
        let mut state = hash.clone();
        for (word, constant) in words.iter().zip(&constants) {
            let [a, b, c, _, e, f, g, h] = state[..] else { unreachable!() };
            let one = h
                .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
                .wrapping_add(e & f ^ !e & g)
                .wrapping_add(*constant)
                .wrapping_add(*word);
            let two = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
                .wrapping_add(a & b ^ a & c ^ b & c);
            state.rotate_right(1);
            state[4] = state[4].wrapping_add(one);
            state[0] = one.wrapping_add(two);
        }
        hash.iter_mut().zip(state).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
    }
    let bytes: Vec<u8> = hash.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.try_into().unwrap()
}

fn base64(bytes: &[u8]) -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let three = |chunk: &[u8]| {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        let digit = |at: usize| {
            if at > chunk.len() { '=' } else { digits[(bits >> (18 - 6 * at) & 63) as usize] as char }
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(three).collect()
}

#[test]
fn a_page_allows_its_own_script_and_no_other() {
    assert_eq!(base64(&sha256(b"abc")), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    let page = report::html(&single(3, EXACT)).unwrap();
    let (_, rest) = page.split_once("<script>").unwrap();
    let (script, rest) = rest.split_once("</script>").unwrap();
    assert!(!rest.contains("<script"), "there is one script");
    let policy = format!("script-src 'sha256-{}'\">", base64(&sha256(script.as_bytes())));
    assert!(page.contains(&policy), "the policy is not {policy}");
}
