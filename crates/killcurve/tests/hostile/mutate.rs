//! Breaks a good file: one to three things that a careless or hostile hand might do to it.

use simulator::Generator;

/// Numbers, types and words that do not belong where they stand.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1",
    "7",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1e308",
    "-1e308",
    "1e999",
    "nan",
    "-nan",
    "inf",
    "-inf",
    "0.5",
    "-0.0",
    "1e-320",
    "true",
    "false",
    "\"\"",
    "\"x\"",
    "'3'",
    "\"\\u0000\"",
    "\"\\u202e\"",
    "[]",
    "[[]]",
    "[1, \"a\"]",
    "{}",
    "{ a = 1 }",
    "{ name = \"x\" }",
    "2020-01-01",
    "07:32:00",
    "0x7fffffffffffffff",
    "0b1",
    "1_0",
    "1__0",
    "\"1..=9223372036854775807\"",
    "\"-9223372036854775808..=9223372036854775807\"",
    "\"3..=1\"",
    "\"1..=3\"",
    "\"99R+99W\"",
    "\"99/20\"",
    "\"spray/20\"",
    "\"C\"",
    "\"999999999999999999999R\"",
    "[0, 1, 2, 3]",
    "= 1",
    "",
    "\"\"\"",
    "\"unclosed",
    "[1, 2",
    "{ a = { b = { c = [[[[1]]]] } } }",
];

/// Lines that may come anywhere.
const LINES: &[&str] = &[
    "[attacker]",
    "[target]",
    "[situation]",
    "[options]",
    "[simulation]",
    "[[variant]]",
    "[[expect]]",
    "[sweep]",
    "[[attacker]]",
    "[attacker.weapons]",
    "[[attacker.weapons]]",
    "[variant]",
    "use = \"base.toml#target\"",
    "use = \"base.toml#attacker\"",
    "use = \"base.toml\"",
    "use = \"#\"",
    "use = \"../../../../../../etc/passwd#root\"",
    "use = \"/dev/zero#x\"",
    "use = \".#x\"",
    "attacker.use = \"base.toml#attacker\"",
    "system = \"deadzone\"",
    "rounds = 3",
    "rounds = 200",
    "trials = 10000000000",
    "seed = 9223372036854775807",
    "points = 1e6",
    "points = -1",
    "procedure = \"\"",
    "\"attacker.name\" = [\"=1+1\", \"<b>\"]",
    "rounds = [1, 2, 3]",
    "\"rounds\" = \"1..=200\"",
    "name = \"\\u202e../CON\\n\"",
    "\"\" = 1",
    "\"a.b.c\" = 1",
    "a.b.c = 1",
    "quantity = \"kill\"",
    "at_least = nan",
    "beats = \"base\"",
    "]",
    "}",
    "\\",
    "\u{feff}",
    "# \u{202e}",
    "\"attacker.\" = 1",
    "\".ap\" = 1",
    "attacker = 1",
    "attacker = []",
    "sweep = []",
    "expect = [1]",
    "variant = [[]]",
    "[[situation]]",
    "[[side]]",
    "[[side.unit]]",
    "[side]",
    "side = [[], []]",
    "order = \"second\"",
    "order = []",
    "policy = \"random\"",
    "policy = 1",
    "count = 200",
    "count = 0",
    "weight = 0",
    "weight = inf",
    "fixed = true",
    "procedure = [\"\", 1, []]",
];

/// Overrides of the command line.
const SETS: &[&str] = &[
    "",
    "=",
    "a",
    "rounds=3",
    "rounds=-1",
    "attacker.ap=1",
    "attacker=1",
    ".=1",
    "attacker.=1",
    ".ap=1",
    "attacker.name=\u{202e}",
    "attacker.weapons=[]",
    "attacker.weapons=[{}]",
    "target.use=base.toml#attacker",
    "options={}",
    "system=deadzone",
    "sweep={}",
    "variant=[]",
    "expect=[{}]",
    "simulation.seed=nan",
    "attacker.name=\"a\nb\"",
    "rounds=1\nrounds=2",
    "attacker.points=inf",
    "order=first",
    "policy=spread",
    "situation=[{}, {}]",
    "side=[]",
];

/// Takes numbers from a generator.
pub struct Hand(Generator);

impl Hand {
    /// The same number gives the same breakages.
    pub fn new(seed: u64, file: u64) -> Self {
        Self(Generator::new(seed, file))
    }

    /// A number below `end`; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { self.0.below(end as u32) as usize }
    }

    /// One of several.
    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// Overrides: mostly none.
    pub fn set(&mut self) -> Vec<String> {
        let count = self.below(6).saturating_sub(4);
        (0..count).map(|_| self.one(SETS).to_owned()).collect()
    }

    /// A broken version of a text. It may not even be text any more.
    pub fn broken(&mut self, text: &str) -> Vec<u8> {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..=self.below(3) {
            self.line(&mut lines);
        }
        let mut bytes = lines.join("\n").into_bytes();
        match self.below(12) {
            0 => bytes.truncate(self.below(bytes.len())),
            1 => {
                let at = self.below(bytes.len());
                bytes.insert(at, self.below(256) as u8);
            }
            2 => {
                bytes.splice(0..0, *b"\xef\xbb\xbf");
            }
            3 => {
                let (from, to) = (self.below(bytes.len()), self.below(bytes.len()));
                bytes.drain(from.min(to)..from.max(to).min(from.min(to) + 40));
            }
            _ => {}
        }
        bytes
    }

    fn line(&mut self, lines: &mut Vec<String>) {
        let (at, other) = (self.below(lines.len()), self.below(lines.len()));
        if lines.is_empty() {
            return lines.push(self.one(LINES).to_owned());
        }
        let value = self.one(VALUES).to_owned();
        match self.below(12) {
            0 | 1 => drop(lines.remove(at)),
            2 => lines.insert(other, lines[at].clone()),
            3 => lines.swap(at, other),
            4 => lines.insert(at, self.one(LINES).to_owned()),
            5 => {
                // A letter too few or two changed: unknown names.
                let mut letters: Vec<char> = lines[at].chars().collect();
                if letters.len() > 1 {
                    let place = self.below(letters.len() - 1);
                    if self.below(2) == 0 {
                        letters.remove(place);
                    } else {
                        letters.swap(place, place + 1);
                    }
                }
                lines[at] = letters.into_iter().collect();
            }
            6 => {
                let depth = 1 << self.below(9);
                lines[at] = format!("x = {}1{}", "[".repeat(depth), "]".repeat(depth));
            }
            7 => lines[at] = format!("a{} = 1", ".a".repeat(1 << self.below(9))),
            _ => {
                // Another value where one stands, on this line or the next that has one.
                let place = (at..lines.len()).find(|&place| lines[place].contains('='));
                if let Some((place, (key, _))) =
                    place.and_then(|place| Some((place, lines[place].split_once('=')?)))
                {
                    lines[place] = format!("{key}= {value}");
                }
            }
        }
    }
}
