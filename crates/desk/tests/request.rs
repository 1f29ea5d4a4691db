//! Requests of other programs and their answers.

use std::sync::Mutex;

use desk::request::answer;
use serde_json::{Value, json};

const TITAN: &str = "system = \"space-infantry\"\nname = \"Titan\"\nrounds = 2\n[attacker]\nap = 3\nav_skill = 3\n[target]\nheavy_armor = true\n\
                     dmg = 4\nsp = 2\n";

fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string(), &|_| ())).unwrap()
}

fn about(ask_for: &str, text: &str) -> Value {
    json!({ "ask": ask_for, "of": { "file": "titan.toml", "files": { "titan.toml": text } } })
}

#[test]
fn a_run_has_the_document_of_the_command_line_and_its_page_as_data() {
    let found = ask(&about("run", TITAN));
    assert_eq!(found["ok"], true, "{found}");
    let document: Value = serde_json::from_str(found["document"].as_str().unwrap()).unwrap();
    assert_eq!(document["command"], "killcurve run titan.toml");
    // README.md: 64.88 % by the end of round 2.
    let kill = document["runs"][0]["rounds"][1]["kill"]["probability"].as_f64().unwrap();
    assert!((kill - 0.6488).abs() < 5e-5, "{kill}");
    let view = &found["view"];
    assert!(view["headline"].as_str().unwrap().contains("64.88 %"), "{view}");
    assert!(view["sections"][0]["figures"][0].as_str().unwrap().starts_with("<svg "));
    assert_eq!(found["files"], Value::Null);
    let mut request = about("run", TITAN);
    request["report"] = true.into();
    let files = ask(&request)["files"].clone();
    assert_eq!(files["summary.json"], found["document"]);
    assert!(files["report.html"].as_str().unwrap().starts_with("<!doctype html>"));
}

#[test]
fn options_are_those_of_the_command_line() {
    let mut request = about("run", TITAN);
    request["play"] = json!({ "method": "monte-carlo", "trials": 2000, "seed": 7 });
    request["of"]["set"] = json!(["target.dmg=5"]);
    let document = ask(&request)["document"].as_str().unwrap().to_owned();
    let command = "killcurve run titan.toml --method monte-carlo --trials 2000 --seed 7 --set target.dmg=5";
    assert!(document.contains(command), "{document}");
    request["play"] = json!({ "method": "both" });
    assert!(ask(&request)["text"].as_str().unwrap().contains("`both` is for the command line alone"));
    request["play"] = json!({ "trails": 2000 });
    assert!(ask(&request)["text"].as_str().unwrap().contains("unknown field `trails`"));
}

#[test]
fn a_fault_has_its_place_in_the_file_and_in_units_of_a_browser() {
    // Two characters of which one has two UTF-16 units stand before the fault.
    let text = TITAN.replace("\"Titan\"", "\"ü🎲\"").replace("dmg = 4", "dgm = 4");
    let found = ask(&about("check", &text));
    assert_eq!((&found["ok"], &found["kind"]), (&json!(true), &json!("scenario")));
    let fault =
        found["faults"].as_array().unwrap().iter().find(|fault| fault["help"] == "did you mean `dmg`?");
    let fault = fault.unwrap_or_else(|| panic!("{found}"));
    assert_eq!(
        (&fault["file"], &fault["line"], &fault["column"]),
        (&json!("titan.toml"), &json!(9), &json!(1))
    );
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |key: &str| fault[key].as_u64().unwrap() as usize;
    assert_eq!(String::from_utf16_lossy(&units[at("from")..at("to")]), "dgm");
    // The form still knows the values and the fields.
    assert_eq!(found["values"]["target"]["sp"], 2);
    assert_eq!(found["rules"]["id"], "space-infantry");
    assert_eq!(ask(&about("run", &text))["ok"], false);
}

#[test]
fn a_value_is_changed_and_the_rest_stays() {
    let text = "[target] # the target\nsp = 2\n";
    let edits = json!([{ "path": ["target", "sp"], "value": 3 }, { "path": ["attacker", "weapons", 0, "name"], "value": "gun" }]);
    let found = ask(&json!({ "ask": "edit", "text": text, "edits": edits }));
    let changed = "[target] # the target\nsp = 3\n\n[attacker]\nweapons = [{ name = \"gun\" }]\n";
    assert_eq!(found["text"], changed, "{found}");
}

#[test]
fn every_sample_can_be_opened_and_is_right() {
    let samples = ask(&json!({ "ask": "samples" }))["samples"].clone();
    for sample in samples.as_array().unwrap() {
        let opened = ask(&json!({ "ask": "sample", "path": sample["path"] }));
        let of = json!({ "file": opened["file"], "files": opened["files"] });
        let checked = ask(&json!({ "ask": "check", "of": of }));
        assert_eq!(checked["faults"], json!([]), "{sample}");
        assert!(checked["rules"]["unit"].is_array(), "{sample}");
    }
}

#[test]
fn long_work_tells_how_far_it_is() {
    let mut request = about("run", TITAN);
    request["play"] = json!({ "method": "monte-carlo", "trials": 200_000 });
    let told = Mutex::new(Vec::<Value>::new());
    let tell = |words: &str| told.lock().unwrap().push(serde_json::from_str(words).unwrap());
    answer(&request.to_string(), &tell);
    let told = told.into_inner().unwrap();
    let last = told.last().unwrap();
    assert_eq!((&last["unit"], &last["expected"]), (&json!("trials"), &json!(200_000)));
    assert!(told.len() > 10 && last["done"].as_u64().unwrap() > 190_000, "{last}");
}

#[test]
fn what_is_no_request_is_refused() {
    for request in ["", "{}", "[]", r#"{"ask":"format the disk"}"#, r#"{"ask":"run"}"#] {
        let answer: Value = serde_json::from_str(&answer(request, &|_| ())).unwrap();
        assert_eq!(answer["ok"], false, "{request}");
        assert!(answer["text"].as_str().unwrap().starts_with("error: this request cannot be read"));
    }
    let away = json!({ "ask": "run", "of": { "file": "../titan.toml", "files": {} } });
    assert!(ask(&away)["text"].as_str().unwrap().contains("there is no such file"));
}
