//! The HTML page.

use crate::sample::{EXACT, SAMPLED, nasty, single, sweep, variants, with_funnel};

#[test]
fn the_page_says_what_came_out_and_how_to_make_it_again() {
    let page = report::html(&single(4, SAMPLED)).unwrap();
    for text in [
        "Killed within 4 rounds with 93.8\u{A0}%; half of the targets are dead after the first attack.",
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
