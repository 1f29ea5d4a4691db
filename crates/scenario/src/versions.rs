//! What differs between two versions of a roster, by the words of the file.

use chance::fields::{Named, Value};

use crate::battle_roster::{BattleRoster, SituationBattles};

impl BattleRoster {
    /// The fields in which a unit differs from the same unit of another version, points included: those at its top, in alphabetical
    /// order. Each with what it was and what it is; `None` where it is not there.
    pub fn changed_fields(
        &self,
        unit: usize,
        other: &Self,
        other_unit: usize,
    ) -> Vec<(String, [Option<Value>; 2])> {
        differences([self.unit_fields(unit), other.unit_fields(other_unit)])
    }

    /// What differs outside the units: the game, situations, options, armies and who acts when.
    pub fn changed_rules(&self, other: &Self) -> Vec<&'static str> {
        let game = |roster: &Self| roster.header.system.game_file().map(|game| game.text.clone());
        let situations = |roster: &Self| -> Vec<_> {
            let told = |situation: &SituationBattles| {
                let SituationBattles { name, fields, procedure, weight, .. } = situation.clone();
                (name, fields, procedure, weight)
            };
            roster.situations.iter().map(told).collect()
        };
        let armies = |roster: &Self| -> Vec<_> {
            let key = |&(unit, count): &(usize, u32)| (roster.units[unit].key.clone(), count);
            let told = |army: &crate::Army| (army.weight, army.units.iter().map(key).collect::<Vec<_>>());
            roster.armies.iter().map(told).collect()
        };
        let changed = [
            ("the game file", game(self) != game(other)),
            ("procedure", self.procedure != other.procedure),
            ("situation", situations(self) != situations(other)),
            ("options", self.options != other.options),
            ("order", self.order.name() != other.order.name()),
            ("policy", self.policy.name() != other.policy.name()),
            ("army_points", self.army_points != other.army_points),
            ("army", armies(self) != armies(other)),
        ];
        changed.into_iter().filter_map(|(name, changed)| changed.then_some(name)).collect()
    }

    /// The fields of a unit with those that units of every system have, but for its name.
    fn unit_fields(&self, unit: usize) -> Vec<(String, Value)> {
        let card = &self.units[unit].card;
        let mut fields = match self.nodes[unit].value() {
            Value::Table(fields) => fields,
            _ => Vec::new(),
        };
        let own = [
            ("points", card.points.map(Value::Number)),
            ("procedure", card.procedure.clone()),
            ("weight", card.weight.map(Value::Number)),
            ("fixed", card.fixed.then_some(Value::Flag(true))),
        ];
        fields.extend(own.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        fields
    }
}

fn differences([old, new]: [Vec<(String, Value)>; 2]) -> Vec<(String, [Option<Value>; 2])> {
    let mut names: Vec<&String> = old.iter().chain(&new).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let find = |fields: &[(String, Value)], name: &str| {
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    let both = |name: &String| (name.clone(), [find(&old, name), find(&new, name)]);
    names.into_iter().map(both).filter(|(_, [old, new])| old != new).collect()
}
