//! Rolls: which die, what is made of it, and the tests of its faces.

use crate::ast::{Call, Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{FacesOf, Kind, Typed};
use crate::compile::units::Section;
use crate::declared::FieldKind;
use crate::mistake::Span;
use crate::names;
use crate::program::{Arg, Form, Op, Reg, Site, Test};

/// The die whose face is tested.
pub struct Face {
    /// As it was written.
    pub die: Expr,
    /// The face.
    pub typed: Typed,
}

/// What each roll takes beside its dice.
const OF_SUMS: &[&str] = &["reroll", "again", "extra", "name"];
const OF_RANKED: &[&str] = &["keep", "reroll", "name"];

/// So many arguments, in words.
pub fn arguments(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

/// Whether a function throws dice.
pub fn is_roll(function: &str) -> bool {
    matches!(function, "roll" | "count" | "tally" | "highest" | "lowest")
}

impl Compiler<'_> {
    /// A roll that gives several numbers if `targets` says so. Without a name it is called `own_name`.
    #[expect(clippy::too_many_lines, reason = "the parts of a call, in the order in which they are computed")]
    pub fn rolled(&mut self, expr: &Expr, targets: Option<usize>, own_name: Option<String>) -> Vec<Typed> {
        let Node::Call(call) = &expr.node else { return Vec::new() };
        if self.face.is_some() || self.bare.is_some() {
            let help = "roll it before, into a variable";
            self.mistakes.help(expr.span, "nothing is rolled here", help);
            return vec![Typed::unknown()];
        }
        let ranked = matches!(call.name.as_str(), "highest" | "lowest");
        let known = if ranked { OF_RANKED } else { OF_SUMS };
        for named in &call.named {
            if !known.contains(&named.name.as_str()) {
                self.mistakes.unknown(named.span, "setting", &named.name, known.iter().copied());
            }
        }
        let name = match call.named.iter().find(|named| named.name == "name") {
            None => own_name.unwrap_or_else(|| "roll".to_owned()),
            Some(named) => match &named.value.node {
                Node::Text(text) => {
                    names::check_text(text, named.value.span, "the name of a roll", &mut self.mistakes);
                    text.clone()
                }
                _ => {
                    self.mistakes.add(named.value.span, "the name of a roll is a text in quotes");
                    "roll".to_owned()
                }
            },
        };
        let setting =
            |name: &str| call.named.iter().find(|named| named.name == name).map(|named| &named.value);
        let Some((dice, tests, die)) = self.dice_of(call, expr.span) else { return vec![Typed::unknown()] };
        let settings = [setting("reroll"), setting("again"), setting("extra")];
        let tests_of_all: Vec<&Expr> = tests.iter().copied().chain(settings.into_iter().flatten()).collect();
        let die = match die {
            Some(die) => die,
            None => match tests_of_all.iter().find_map(|test| self.die_in(test)) {
                Some(die) => die,
                None => {
                    if !tests_of_all.iter().any(|test| self.may_hold_unknown(test)) {
                        let help = "name the die in the test: `count(n, d6 >= 4)`";
                        self.mistakes.help(expr.span, "this test names no die", help);
                    }
                    return vec![Typed::unknown(); targets.unwrap_or(1)];
                }
            },
        };
        let dice = match dice {
            Some(dice) => self.number(dice),
            None => Arg::Number(1),
        };
        let keep = setting("keep").map(|keep| self.number(keep));
        let die_value = self.expr(&die);
        let faces = match &die_value.kind {
            Kind::Die(faces) => faces.clone(),
            Kind::Unknown => FacesOf::Any,
            other => {
                let help = "a die is `d6`, a die of [dice], a field of kind `dice`, or `sided(x)`";
                self.mistakes.help(die.span, format!("this is {} and no die", other.words()), help);
                return vec![Typed::unknown()];
            }
        };
        let sums = matches!(call.name.as_str(), "roll" | "highest" | "lowest");
        if sums && matches!(faces, FacesOf::Symbols(_)) {
            let help = "count them: `count(n, die == \"symbol\")`";
            self.mistakes.help(die.span, "symbols have no sum and no order", help);
            return vec![Typed::unknown()];
        }
        let places = match (call.name.as_str(), targets) {
            ("tally", Some(places)) if places != tests.len() => {
                let message = format!(
                    "{} tests give {} numbers, and {places} names stand on the left",
                    tests.len(),
                    tests.len()
                );
                self.mistakes.add(expr.span, message);
                return vec![Typed::unknown(); places];
            }
            ("tally", None) => {
                self.mistakes.help(expr.span, "`tally` gives several numbers", "write `a, b = tally(…)`");
                return vec![Typed::unknown()];
            }
            ("tally", Some(places)) => places,
            ("highest" | "lowest", Some(places)) => {
                if places > 4 || keep.is_some() {
                    let message = "two to four names take the highest dice one by one, and not with `keep`";
                    self.mistakes.add(expr.span, message);
                    return vec![Typed::unknown(); places];
                }
                places
            }
            _ => 1,
        };
        let face = self.register();
        let typed = Typed {
            arg: Arg::Reg(face),
            kind: match &faces {
                FacesOf::Numbers => Kind::Number,
                FacesOf::Symbols(texts) => Kind::Text(texts.clone()),
                FacesOf::Any => Kind::Unknown,
            },
        };
        let walk = |this: &mut Self, test: &Expr| this.face_test(test, &die, &typed);
        let tests: Vec<Test> = tests.into_iter().map(|test| walk(self, test)).collect();
        let [reroll, again, extra] = settings.map(|test| test.map(|test| walk(self, test)));
        let highest = call.name == "highest";
        let form = match (call.name.as_str(), targets) {
            ("count" | "tally", _) => Form::Tally,
            ("highest" | "lowest", Some(_)) => Form::Ranked { highest },
            ("highest" | "lowest", None) => Form::Kept { highest, keep: keep.unwrap_or(Arg::Number(1)) },
            _ => Form::Sum,
        };
        let to: Vec<Reg> = (0..places).map(|_| self.register()).collect();
        let left = self.register();
        let mut site = Site {
            form,
            dice,
            die: die_value.arg,
            tests,
            reroll,
            again,
            extra,
            face,
            to: to.clone(),
            left,
            inputs: Vec::new(),
            name: name.into(),
            span: expr.span,
        };
        site.inputs = inputs(&site);
        self.program.sites.push(site);
        let place = self.program.sites.len() - 1;
        let done = self.here() + 2;
        self.emit(Op::Roll(place, done), expr.span);
        self.emit(Op::More(place, done), expr.span);
        to.into_iter().map(|to| Typed::number(Arg::Reg(to))).collect()
    }

    /// How many dice, the tests, and the die where it stands by itself.
    fn dice_of<'e>(
        &mut self,
        call: &'e Call,
        span: Span,
    ) -> Option<(Option<&'e Expr>, Vec<&'e Expr>, Option<Expr>)> {
        let (help, found) = match (call.name.as_str(), &call.arguments[..]) {
            ("roll", [die]) => return Some((None, Vec::new(), Some(die.clone()))),
            ("roll" | "highest" | "lowest", [dice, die]) => {
                return Some((Some(dice), Vec::new(), Some(die.clone())));
            }
            ("count", [dice, test]) => return Some((Some(dice), vec![test], None)),
            ("tally", [dice, tests @ ..]) if (2..=6).contains(&tests.len()) => {
                return Some((Some(dice), tests.iter().collect(), None));
            }
            ("roll", found) => ("`roll(d6)` or `roll(n, d6)`", found),
            ("count", found) => ("`count(n, d6 >= 4)`: how many dice, and a test", found),
            ("tally", found) => ("`a, b = tally(n, test, test)`: how many dice, and two to six tests", found),
            (_, found) => ("`highest(n, d6)`: how many dice, and which", found),
        };
        self.mistakes.help(span, format!("`{}` does not take {}", call.name, arguments(found.len())), help);
        None
    }

    /// A test of a face.
    fn face_test(&mut self, test: &Expr, die: &Expr, typed: &Typed) -> Test {
        if let Some(other) = self.other_die(test, die) {
            let help = "all tests of a roll are about one die";
            self.mistakes.help(other, "a second die stands in this roll", help);
            return Test { ops: Vec::new(), spans: Vec::new(), result: Arg::Number(0) };
        }
        let ops = std::mem::take(&mut self.program.ops);
        let spans = std::mem::take(&mut self.program.spans);
        self.face = Some(Face { die: die.clone(), typed: typed.clone() });
        let found = self.test(test);
        self.face = None;
        let ops = std::mem::replace(&mut self.program.ops, ops);
        let spans = std::mem::replace(&mut self.program.spans, spans);
        Test { ops, spans, result: found.arg }
    }

    /// The first die that an expression names.
    fn die_in(&mut self, expr: &Expr) -> Option<Expr> {
        if self.is_die(expr) {
            return Some(expr.clone());
        }
        expr.parts().into_iter().find_map(|part| self.die_in(part))
    }

    /// The place of a die that is not this one.
    fn other_die(&mut self, expr: &Expr, die: &Expr) -> Option<Span> {
        if self.is_die(expr) {
            return (!expr.same(die)).then_some(expr.span);
        }
        expr.parts().into_iter().find_map(|part| self.other_die(part, die))
    }

    /// Whether an expression names a die.
    fn is_die(&mut self, expr: &Expr) -> bool {
        let declared = self.declared;
        match &expr.node {
            Node::Name(name) => {
                if let Some(bound) = self.bound(name) {
                    return matches!(bound.kind, Kind::Die(_));
                }
                let scope = self.scopes.last();
                if let Some(variable) = scope.and_then(|scope| scope.variables.get(name)) {
                    return matches!(variable.kind, Some(Kind::Die(_)));
                }
                self.die_of_name(name).is_some()
            }
            Node::Call(call) => call.name == "sided",
            Node::Field(of, name) => {
                let is_dice = |fields: &[crate::declared::Field]| {
                    fields.iter().any(|field| field.name == *name && field.kind == FieldKind::Dice)
                };
                match Section::of(of) {
                    Some(Section::Situation) => is_dice(&declared.situation),
                    Some(Section::Options) => is_dice(&declared.options),
                    Some(Section::Table) => false,
                    None => match &of.node {
                        Node::Name(unit) => {
                            match (unit.as_str(), self.bound(unit).map(|bound| bound.kind.clone())) {
                                (_, Some(Kind::Unit(_))) | ("attacker" | "target" | "unit", None) => {
                                    is_dice(&declared.unit)
                                }
                                (_, Some(Kind::Entry(entry))) => {
                                    is_dice(&declared.records[self.record(entry)].fields)
                                }
                                _ => false,
                            }
                        }
                        Node::Index(list, _) => match self.list(list) {
                            Some((_, list)) => match declared.unit[list].kind {
                                FieldKind::List(record) => is_dice(&declared.records[record].fields),
                                _ => false,
                            },
                            None => false,
                        },
                        _ => false,
                    },
                }
            }
            _ => false,
        }
    }

    /// Whether something in an expression may be a die that nothing is known of yet.
    fn may_hold_unknown(&mut self, expr: &Expr) -> bool {
        self.is_unknown(expr) || expr.parts().into_iter().any(|part| self.may_hold_unknown(part))
    }
}

/// The registers that decide which dice are rolled.
fn inputs(site: &Site) -> Vec<Reg> {
    let mut inputs: Vec<Reg> = site.die.reg().into_iter().collect();
    if let Form::Kept { keep, .. } = site.form {
        inputs.extend(keep.reg());
    }
    for test in site.every_test() {
        let mut set = vec![site.face];
        for op in &test.ops {
            op.reads(&mut |reg| {
                if !set.contains(&reg) {
                    inputs.push(reg);
                }
            });
            set.extend(op.sets());
        }
        inputs.extend(test.result.reg().filter(|reg| !set.contains(reg)));
    }
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}
