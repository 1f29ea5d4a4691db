//! Battles, prices and what steps are worth, in every format.

use report::{
    Style, battle_csv, battle_files, battle_json, battle_table, price_csv, price_files, price_json,
    price_table, worth_csv, worth_files, worth_json, worth_table,
};
use results::Estimate;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::armies::{battle, mixed_prices, nasty_battle, nasty_prices, nasty_worth, prices, worth};
use crate::machine::records;
use crate::sample::{EXACT, SAMPLED};

const PLAIN: Style = Style { color: false, unicode: true };

type Files = Vec<(String, Vec<u8>)>;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn text(files: &Files, name: &str) -> String {
    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("{name}"));
    String::from_utf8(bytes.clone()).unwrap()
}

fn names(files: &Files) -> Vec<&str> {
    files.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn an_exact_battle_reads_like_this() {
    let expected = "\
The ford
Space Infantry · exact · battle 0123456789ab · killcurve 9.8.7
Two against one.

Red (30 points, targets: weakest): 1 × Scouts at 10, 1 × Mortar at 20
Blue (30 points, targets: weakest): 1 × Walker at 30
At most 2 rounds; the first to act: Red.
Scouts cannot attack Walker.

Wins: Blue 62.50 %, Red 25.00 %; draws: 12.50 %.
Exact: every outcome was weighed (12 states, 34 paths). Nothing was cut off.

At a glance
                                 Red     Blue
  wins                       25.00 %  62.50 %
  loses                      62.50 %  25.00 %
  draws                      12.50 %  12.50 %
  earns its points back      37.50 %  50.00 %
  units left, mean             0.750    0.625
  units left, 10 % to 90 %    0 to 2   0 to 1
  points lost, mean           18.750   11.250
  points lost, 10 % to 90 %  0 to 30  0 to 30
In 6.25 % of all battles both sides are gone: these are draws, too.

Left of each side's points at the end of a round
  round      Red     Blue  battle decided
      1  75.00 %  87.50 %         50.00 %
      2  50.00 %  62.50 %         87.50 %

Units left at the end
  units      Red     Blue
  0      50.00 %  37.50 %
  1      25.00 %  62.50 %
  2      25.00 %      0 %

Make it again: killcurve battle ford.toml
";
    assert_eq!(battle_table(&battle(EXACT), 100, PLAIN), expected);
}

#[test]
fn a_sampled_battle_shows_intervals_and_no_digit_more() {
    let shown = battle_table(&battle(SAMPLED), 100, PLAIN);
    assert!(shown.contains("\nWins: Blue 62.5 % (61.5 to 63.5 %), Red 25.0 %; draws: 12.5 %.\n"), "{shown}");
    assert!(shown.contains("0.75 ± 0.25"), "{shown}");
    assert!(!shown.contains("62.50"), "{shown}");
    let mut never = battle(SAMPLED);
    never.results.sides[0].win.value = 0.0;
    assert!(battle_table(&never, 100, PLAIN).contains("Red < 26 %"));
}

#[test]
fn a_battle_without_points_says_nothing_of_them() {
    let mut battle = battle(EXACT);
    for (side, results) in battle.sides.iter_mut().zip(&mut battle.results.sides) {
        (side.points, results.earned, results.points_lost) = (None, None, None);
        side.units.iter_mut().for_each(|unit| unit.points = None);
    }
    let shown = battle_table(&battle, 100, PLAIN);
    assert!(shown.contains("Left of each side's units") && !shown.contains("points lost"), "{shown}");
    assert!(shown.contains("Red (targets: weakest): 1 × Scouts, 1 × Mortar"), "{shown}");
    let files = battle_files(&battle).unwrap();
    assert!(!names(&files).contains(&"points_lost.svg"));
    let document = parsed(&battle_json(&battle));
    assert_eq!(document["sides"][0]["earned"], Value::Null);
    assert_eq!(document["sides"][0]["points_lost"], Value::Null);
    let rows = records(&battle_csv(&battle).unwrap());
    let earned = rows.iter().find(|row| row[1..4] == ["Red", "", "earned"]).unwrap();
    assert_eq!(earned[4..7], ["", "", ""]);
}

#[test]
fn a_battle_for_programs() {
    let document = parsed(&battle_json(&battle(SAMPLED)));
    assert_eq!(document["battle"], "The ford");
    assert_eq!(
        (&document["method"], &document["trials"], &document["seed"], &document["exact"]),
        (&json!("monte-carlo"), &json!(10_000), &json!(7), &Value::Null)
    );
    assert_eq!((&document["rounds"], &document["order"]), (&json!(2), &json!("first")));
    assert_eq!(document["draw"], json!({ "value": 0.125, "low": 0.115, "high": 0.135 }));
    let red = &document["sides"][0];
    assert_eq!(red["units"][1], json!({ "name": "Mortar", "count": 1, "points": 20.0 }));
    assert_eq!((&red["win"]["value"], &red["loss"]["value"]), (&json!(0.25), &json!(0.625)));
    assert_eq!(red["points_lost"]["values"], json!([0.0, 10.0, 20.0, 30.0]));
    assert_eq!(red["survivors"]["probabilities"][1], json!({ "value": 0.25, "low": 0.24, "high": 0.26 }));
    assert_eq!(document["by_round"][1]["strength"][1]["value"], 0.625);
    let exact = parsed(&battle_json(&battle(EXACT)));
    assert_eq!(exact["draw"], json!({ "value": 0.125, "low": null, "high": null }));
    assert_eq!(exact["exact"]["states"], 12);
}

#[test]
fn a_battle_for_spreadsheets() {
    let rows = records(&battle_csv(&battle(SAMPLED)).unwrap());
    assert_eq!(
        rows[0].join(","),
        "battle,side,round,quantity,value,low,high,method,trials,seed,battle_hash,version,command,note"
    );
    // Two of the battle; of each side 4 numbers, 2 means and its values; 3 of each of two rounds.
    assert_eq!(rows.len(), 1 + 2 + (4 + 2 + 3 + 4) + (4 + 2 + 2 + 2) + 2 * 3);
    assert!(rows.iter().any(|row| row[1..7] == ["Red", "", "points_lost=20", "0.125", "0.115", "0.135"]));
    assert!(rows.iter().any(|row| row[1..5] == ["Blue", "2", "strength", "0.625"]));
    assert!(rows.iter().any(|row| row[1..5] == ["Red", "", "loss", "0.625"]), "what Blue wins");
    assert!(rows.iter().any(|row| row[1..5] == ["Blue", "", "loss", "0.25"]), "what Red wins");
    assert_eq!(
        rows[1][7..],
        ["monte-carlo", "10000", "7", "0123456789abcdef0123", "9.8.7", "killcurve battle ford.toml", ""]
    );
}

#[test]
fn the_charts_of_a_battle_say_their_numbers() {
    let files = battle_files(&battle(SAMPLED)).unwrap();
    let expected =
        ["battle.csv", "battle.json", "battle.html", "strength.svg", "survivors.svg", "points_lost.svg"];
    assert_eq!(names(&files), expected);
    let strength = text(&files, "strength.svg");
    assert!(strength.contains("<title>Before the battle\nBlue: 100 %\nRed: 100 %</title>"), "blue is blue");
    assert!(strength.contains("<title>Round 2\nBlue: 62.5 % ± 1.0 %\nRed: 50.0 % ± 1.0 %</title>"));
    let left = text(&files, "survivors.svg");
    assert!(left.contains("<title>units left: 2\nBlue: 0 %\nRed: 25.0 % ± 1.0 %</title>"), "{left}");
    // Of 30 points, each loses 20 or more with 0.125 + 0.5, and with 0.375.
    let lost = text(&files, "points_lost.svg");
    let told =
        lost.split("<title>Loses 20 points or more\n").nth(1).unwrap().split("</title>").next().unwrap();
    assert!(told.starts_with("Blue: 37.5 % ±") && told.contains("\nRed: 62.5 % ±"), "{told}");
}

#[test]
fn many_units_share_bars() {
    let mut battle = battle(EXACT);
    battle.sides[0].units[0].count = 99;
    let survivors = &mut battle.results.sides[0].survivors;
    survivors.values = (0..=100).map(f64::from).collect();
    survivors.probabilities = vec![Estimate::exact(1.0 / 101.0); 101];
    let shown = battle_table(&battle, 100, PLAIN);
    // 101 numbers in at most 24 bars are 5 in each; Blue has one unit.
    assert!(shown.contains("\n  0–4    4.95 %  100 %\n"), "{shown}");
    assert!(shown.contains("\n  95–99  4.95 %    0 %\n  100    0.99 %    0 %\n"), "{shown}");
}

#[test]
fn prices_read_like_this() {
    let expected = "\
What units should cost: Garrison
Space Infantry · Monte Carlo, 10,000 trials of each battle, seed 7 · roster 0123456789ab · killcurve 9.8.7

Of 3 units: 1 too cheap, 1 cannot tell. Furthest off: Scouts costs 10 and should cost 16.0 (15.5 to 16.5).
At fair prices a unit wins half of its battles at equal points, a draw being half a win. Battles of equal points with 6
units of the dearer kind, at most 12 rounds; both sides act at once; targets: weakest.
Bunker has no fair price: harms nobody. Next: give it an attack that can harm a unit of the roster, or price it by hand.
Bunker attacks nobody.

Prices, the cheapest for what they are first
  unit    now  fair  95 % interval  verdict       wins at fair  square law
  Scouts   10  16.0      15.5–16.5  too cheap           50.0 %        16.3
  Walker   30  30.0      29.0–31.0  given               50.0 %        30.3
  Bunker   25     –                 harms nobody             –           –

Best and worst opponents at fair prices
  unit    does best against    wins  does worst against    wins
  Scouts  Walker             56.0 %  Walker              56.0 %
  Walker  –                       –  –                        –
  Bunker  –                       –  –                        –

Fair price in each situation alone
  unit    in cover
  Scouts      18.0
  Walker      28.0
  Bunker         –

One price for all?
At fair prices the pairings of one kind against another are 6.0 percentage points from an even fight (root mean square;
0 where one price settles all). Three units beat each other in a circle; no price can mend that.
Walker beats Scouts (60.0 %), Scouts beats Bunker (62.5 %), Bunker beats Walker (75.0 %).

Prices in steps of the house
All prices are rounded together, so that the unit that is furthest off is least off. Furthest off: Scouts, -6.2 %.
  unit    fair  rounded     off            wins
  Scouts  16.0       15  -6.2 %  51.5 % ± 1.0 %
  Walker  30.0       30  +0.0 %  53.0 % ± 1.0 %

The mix that no mix beats
The mix of units, by points, that no mix beats at the prices now, and how often each unit alone wins against it. A unit
that is not in it would have a place at the price beside it.
  unit    share    wins  now  has a place at
  Scouts  100 %  50.0 %   10
  Walker    0 %  40.0 %   30            18.7
  Bunker    0 %  30.0 %   25  no price found

Make it again: killcurve balance garrison.toml
";
    assert_eq!(price_table(&prices(), 120, PLAIN), expected);
}

#[test]
fn on_a_narrow_terminal_the_verdict_is_what_stays() {
    let shown = price_table(&prices(), 60, PLAIN);
    assert!(shown.contains("\n  Bunker   25     –                 harms nobody\n"), "{shown}");
    assert!(!shown.contains("square law"), "{shown}");
}

#[test]
fn intervals_that_are_too_wide_are_said_to_be() {
    let mut report = prices();
    let said = "Not every interval is as narrow as ± 5 % of its price";
    assert!(!price_table(&report, 100, PLAIN).contains(said));
    report.prices.narrow = false;
    assert!(price_table(&report, 100, PLAIN).contains(said));
}

#[test]
fn prices_of_mixed_armies_say_what_they_are_of_and_what_they_cannot_mend() {
    // Lines are wrapped, so that a sentence may go over several.
    let shown = price_table(&mixed_prices(), 200, PLAIN);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "Monte Carlo, 10,000 battles, seed 7",
        "Fair in battles of 180 points of this roster, both sides act at once, targets: weakest; at most 12 rounds.",
        "The scale is held by the prices that are given: Walker.",
        "is 20 percentage points from even (34 at the prices now)",
        "2 % of the battles are undecided.",
        "the points spent explain 14 %, units that help each other a further 17 %, units that stop others a further 39 %, and both together 60 %.",
        "Walker and Scouts need each other: side by side +12 ± 1 percentage points.",
        "Scouts stops Walker: +20 ± 1 percentage points.",
        // 20 instead of 16; 16.2 is within a tenth.
        "Scouts depends on the field: half the army (+25 %).",
        "All fair prices are multiplied by 0.980 first",
        "Battles of equal points are then 21.0 percentage points from even, and 20.0 at fair prices.",
        "+1.0 ± 2.0 %",
    ] {
        assert!(shown.contains(said), "{said}\n{shown}");
    }
    let document = parsed(&price_json(&mixed_prices()));
    assert_eq!(
        (&document["armies"], &document["precision"], &document["matters"]),
        (&json!("mixed"), &json!(0.1), &json!(0.05))
    );
    assert_eq!(document["units"][1]["depends_on_the_field"], json!(true));
    assert_eq!(
        (&document["units"][2]["fair"], &document["units"][2]["reason"]),
        (&Value::Null, &json!("harms nobody"))
    );
    assert_eq!(document["units"][2]["rounded"], Value::Null);
    assert_eq!(document["field"]["explained"]["both"], json!(0.74));
    assert_eq!(document["field"]["counters"][0]["units"], json!(["Scouts", "Walker"]));
    let files = price_files(&mixed_prices()).unwrap();
    for name in ["fields.svg", "residuals.svg", "beside.svg", "against.svg"] {
        assert!(names(&files).contains(&name), "{name}");
    }
    let rows = records(&price_csv(&mixed_prices()).unwrap());
    assert!(rows.iter().any(|row| row[1..6] == ["Scouts", "too cheap", "", "half the army", "fair"]));
    assert!(rows.iter().any(|row| row[1..6] == ["Scouts", "too cheap", "Walker", "", "against"]));
}

#[test]
fn prices_for_programs() {
    let document = parsed(&price_json(&prices()));
    assert_eq!((&document["roster"], &document["narrow"]), (&json!("Garrison"), &json!(true)));
    let unit = |place: usize| &document["units"][place];
    assert_eq!(
        (&unit(0)["name"], &unit(0)["fixed"], &unit(0)["verdict"]),
        (&json!("Walker"), &json!(true), &Value::Null)
    );
    assert_eq!(unit(1)["fair"], json!({ "value": 16.0, "low": 15.5, "high": 16.5 }));
    assert_eq!((&unit(1)["verdict"], &unit(1)["best"]["unit"]), (&json!("too cheap"), &json!("Walker")));
    assert_eq!((&unit(1)["rounded"]["price"], &unit(1)["mix"]), (&json!(15.0), &json!(1.0)));
    assert_eq!(
        (&unit(2)["fair"], &unit(2)["best"], &unit(2)["entry"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(document["situations"][0]["fair"][2], Value::Null);
    assert_eq!(document["scores"][0][0], Value::Null);
    assert_eq!(document["scores"][1][0]["value"], 0.56);
    assert_eq!(document["circles"][0]["units"], json!(["Walker", "Scouts", "Bunker"]));
    assert_eq!(document["residual"], 0.06);
    let mut plain = prices();
    plain.prices.rounding = None;
    assert_eq!(parsed(&price_json(&plain))["units"][0]["rounded"], Value::Null);
    assert!(!price_table(&plain, 100, PLAIN).contains("steps of the house"));
}

#[test]
fn prices_for_spreadsheets() {
    let rows = records(&price_csv(&prices()).unwrap());
    assert_eq!(
        rows[0].join(","),
        "roster,unit,verdict,opponent,situation,quantity,value,low,high,method,trials,seed,roster_hash,version,command,note"
    );
    // The residual; of each unit 9 numbers, 2 opponents, 1 situation and 3 scores; 3 of the circle.
    assert_eq!(rows.len(), 1 + 1 + 3 * (9 + 2 + 1 + 3) + 3);
    for expected in [
        ["Scouts", "too cheap", "", "", "fair", "16.0", "15.5", "16.5"],
        ["Scouts", "too cheap", "", "in cover", "fair", "18.0", "17.5", "18.5"],
        ["Bunker", "cannot tell", "", "", "fair", "", "", ""],
        ["Scouts", "too cheap", "Walker", "", "best", "0.56", "0.55", "0.5700000000000001"],
        ["Bunker", "", "Walker", "", "circle 1", "0.75", "0.74", "0.76"],
        ["Walker", "", "", "", "now", "30.0", "", ""],
    ] {
        assert!(rows.iter().any(|row| row[1..9] == expected), "{expected:?}");
    }
}

#[test]
fn the_charts_of_prices_say_their_numbers() {
    let files = price_files(&prices()).unwrap();
    let expected = ["balance.csv", "balance.json", "balance.html", "prices.svg", "scores.svg"];
    assert_eq!(names(&files), expected);
    let chart = text(&files, "prices.svg");
    assert!(
        chart.contains("<title>Scouts: too cheap\nnow 10\nfair 16.0 ± 0.5\nin cover: 18.0 ± 0.5</title>")
    );
    assert!(chart.contains("<title>Bunker: harms nobody\nnow 25</title>"));
    assert!(!chart.contains("logarithmic"), "10 to 31");
    let mut far = prices();
    far.prices.units[2].now = Some(51.0);
    assert!(text(&price_files(&far).unwrap(), "prices.svg").contains("The axis is logarithmic."), "10 to 51");
    assert!(
        text(&files, "scores.svg").contains("unit Scouts, opponent Walker\n+6.0 ± 1.0 percentage points")
    );
}

#[test]
fn worth_reads_like_this() {
    let expected = "\
What a step is worth: Walker (Garrison)
Space Infantry · Monte Carlo, 10,000 trials of each battle, seed 7 · roster 0123456789ab · killcurve 9.8.7

Walker: a fair price is 30.0 (29.0 to 31.0) points; dmg from 3 to 4 is worth most, +8.0 ± 0.5.
Changes of the fair price in points; ± is the 95 % interval of the change.

  field                    now  to    one less  to    one more
  dmg                        3   2  -6.0 ± 0.5   4  +8.0 ± 0.5
  weapons[0].pen (Cannon)    3   2    no price   –           –
  morale                     3   –           –   4  +0.2 ± 0.5
No price: with that step the unit wins or loses whatever it costs.

Make it again: killcurve worth garrison.toml Walker
";
    assert_eq!(worth_table(&worth(), 120, PLAIN), expected);
}

#[test]
fn a_headline_does_not_praise_what_may_be_nothing() {
    let mut report = worth();
    report.worth.steps.retain(|step| step.field == "morale");
    assert!(worth_table(&report, 100, PLAIN).contains("no step changes it by more than its interval."));
}

#[test]
fn worth_for_programs_and_spreadsheets() {
    let document = parsed(&worth_json(&worth()));
    assert_eq!((&document["roster"], &document["unit"]), (&json!("Garrison"), &json!("Walker")));
    assert_eq!(document["fair"]["value"], 30.0);
    assert_eq!(
        document["steps"][2],
        json!({ "field": "weapons[0].pen", "part": "Cannon", "from": 3, "to": 2, "change": null })
    );
    assert_eq!(document["steps"][1]["change"], json!({ "value": -6.0, "low": -6.5, "high": -5.5 }));
    let rows = records(&worth_csv(&worth()).unwrap());
    assert_eq!(rows[0][..10].join(","), "roster,unit,field,part,from,to,quantity,value,low,high");
    assert_eq!(rows.len(), 1 + 1 + 4);
    assert_eq!(rows[3][1..10], ["Walker", "dmg", "", "3", "2", "change", "-6.0", "-6.5", "-5.5"]);
    assert_eq!(rows[4][1..10], ["Walker", "weapons[0].pen", "Cannon", "3", "2", "change", "", "", ""]);
}

#[test]
fn the_tornado_shows_changes_and_leaves_out_what_has_no_price() {
    let files = worth_files(&worth()).unwrap();
    assert_eq!(names(&files), ["worth.csv", "worth.json", "worth.html", "worth.svg"]);
    let chart = text(&files, "worth.svg");
    assert!(chart.contains("<title>dmg\n2: -6.0 ± 0.5\n4: +8.0 ± 0.5</title>"));
    assert!(chart.contains("<title>morale\n4: +0.2 ± 0.5</title>"));
    assert!(!chart.contains("<title>weapons"));
    assert!(chart.contains("Steps that leave it without a price: 1."));
    let mut none = worth();
    none.worth.steps.retain(|step| step.change.is_none());
    assert!(!names(&worth_files(&none).unwrap()).contains(&"worth.svg"));
}

fn everything() -> [Files; 4] {
    [
        battle_files(&battle(SAMPLED)).unwrap(),
        battle_files(&battle(EXACT)).unwrap(),
        price_files(&prices()).unwrap(),
        worth_files(&worth()).unwrap(),
    ]
}

#[test]
fn every_file_says_where_it_comes_from() {
    for files in everything() {
        for (name, bytes) in &files {
            let text = String::from_utf8_lossy(bytes);
            let named = text.contains("The ford") || text.contains("Garrison");
            let made = text.contains("exact") || text.contains("onte");
            let again = text.contains("killcurve b") || text.contains("killcurve worth garrison");
            assert!(named && made && again, "{name}");
            assert!(text.contains("0123456789abcdef0123") && text.contains("9.8.7"), "{name}");
        }
    }
    assert!(everything() == everything(), "the same bytes again");
}

#[test]
fn pages_need_nothing_from_outside_and_sort() {
    for files in everything() {
        let (name, page) = files.iter().find(|(name, _)| name.ends_with("html")).unwrap();
        let page = String::from_utf8(page.clone()).unwrap().replace("http://www.w3.org/2000/svg", "");
        for text in ["http:", "https:", "src=", "href=", "url(", "@import", "NaN"] {
            assert!(!page.contains(text), "{name}: {text}");
        }
        for text in
            ["prefers-color-scheme: dark", "class=\"sortable\"", "data-sort=\"", "<svg ", "class=\"spot\""]
        {
            assert!(page.contains(text), "{name}: {text}");
        }
    }
}

#[test]
fn pages_say_what_came_out() {
    let [battle, _, prices, worth] = everything();
    let page = text(&battle, "battle.html");
    assert!(page.contains(
        "<bdi>Wins: Blue 62.5\u{A0}% (61.5 to 63.5\u{A0}%), Red 25.0\u{A0}%; draws: 12.5\u{A0}%.</bdi>"
    ));
    assert!(page.contains("<li><bdi>Scouts cannot attack Walker.</bdi></li>"));
    let page = text(&prices, "balance.html");
    assert!(page.contains("data-sort=\"16.0\">16.0</td>"));
    assert!(page.contains("<td>too cheap</td>") && page.contains("<td class=\"number\">no price found</td>"));
    assert!(page.contains("<td style=\"--shade: 56\" data-sort=\"0.56\">56.0 %</td>"));
    assert!(text(&worth, "worth.html").contains("data-sort=\"-6.0\">-6.0 ± 0.5</td>"));
}

#[test]
fn bad_names_do_no_harm() {
    let all = [
        (battle_files(&nasty_battle(SAMPLED)).unwrap(), battle_table(&nasty_battle(SAMPLED), 80, PLAIN)),
        (price_files(&nasty_prices()).unwrap(), price_table(&nasty_prices(), 80, PLAIN)),
        (worth_files(&nasty_worth()).unwrap(), worth_table(&nasty_worth(), 80, PLAIN)),
    ];
    let safe = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202e}');
    for (files, table) in all {
        assert!(safe(&table), "{table}");
        for (name, bytes) in &files {
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(safe(&text), "{name}");
            if name.ends_with("html") {
                assert_eq!(text.matches("<script").count(), 1, "{name}: the page's own");
            }
            if name.ends_with("svg") {
                assert!(!text.contains("<script"), "{name}");
            }
            if name.ends_with("csv") {
                let cells = records(bytes).concat();
                let formula = |cell: &String| cell.starts_with(['=', '+', '@']);
                assert!(!cells.iter().any(formula), "{name}");
            }
        }
    }
}

#[test]
fn what_is_empty_can_be_reported() {
    let mut still = battle(EXACT);
    still.results.rounds.clear();
    assert!(!names(&battle_files(&still).unwrap()).contains(&"strength.svg"));
    assert!(!battle_table(&still, 80, PLAIN).contains("at the end of a round"));
    let mut none = prices();
    none.units.clear();
    let prices = &mut none.prices;
    (prices.units, prices.situations, prices.scores) = (Vec::new(), Vec::new(), Vec::new());
    (prices.circles, prices.rounding) = (Vec::new(), None);
    (prices.metagame.mix, prices.metagame.scores, prices.metagame.entry) =
        (Vec::new(), Vec::new(), Vec::new());
    assert_eq!(names(&price_files(&none).unwrap()), ["balance.csv", "balance.json", "balance.html"]);
    assert!(price_table(&none, 80, PLAIN).contains("No price of 0 units was to be judged."));
}

#[test]
fn lines_fit_into_the_width() {
    for width in [60, 80, 120] {
        for table in [
            battle_table(&battle(SAMPLED), width, PLAIN),
            price_table(&prices(), width, PLAIN),
            worth_table(&worth(), width, PLAIN),
        ] {
            for line in table.lines() {
                assert!(line.width() <= width, "{width}: {line}");
            }
        }
    }
}
