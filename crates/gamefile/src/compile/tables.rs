//! Entries of tables, by row and column.

use crate::ast::{Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{Kind, Texts, Typed};
use crate::compile::units::Section;
use crate::mistake::Span;
use crate::program::{Arg, Math, Op};

impl Compiler<'_> {
    /// An entry of a table, or of a list.
    pub fn index(&mut self, of: &Expr, index: &Expr, span: Span) -> Typed {
        if let Some((table, column)) = self.table_row(of) {
            return self.table(table, &column, Some(index), span);
        }
        if let Node::Field(section, name) = &of.node
            && Section::of(section) == Some(Section::Table)
        {
            let Some(table) = self.declared.tables.iter().position(|table| table.name == *name) else {
                let known = self.declared.tables.iter().map(|table| table.name.as_str());
                self.mistakes.unknown(of.span, "table", name, known);
                return Typed::unknown();
            };
            if matches!(self.declared.tables[table].columns, crate::declared::Columns::One) {
                return self.table(table, index, None, span);
            }
            if self.declared.tables[table].row_names.is_none() && self.declared.tables[table].rows.len() == 1
            {
                // A table of one row may be read by column alone.
                let row = Expr { span, node: Node::Number(0) };
                return self.table(table, &row, Some(index), span);
            }
            let help = format!("write `table.{name}[row][column]`");
            self.mistakes.help(span, "this table has rows and columns", help);
            return Typed::unknown();
        }
        if self.list(of).is_some() {
            let help = "read a field or a state of it: `target.parts[i].armour`";
            return match self.entry_of(of, index) {
                Some(entry) if self.bare.is_none() => Typed { arg: Arg::Number(0), kind: Kind::Entry(entry) },
                _ => {
                    self.mistakes.help(span, "an entry of a list is no value", help);
                    Typed::unknown()
                }
            };
        }
        if !self.is_unknown(of) {
            self.mistakes.help(span, "only tables and lists have an index", "`table.name[row][column]`");
        }
        Typed::unknown()
    }

    /// The table and the row of `table.name[row]`, if that is what an expression is.
    pub fn table_row(&self, of: &Expr) -> Option<(usize, Expr)> {
        let Node::Index(table, row) = &of.node else { return None };
        let Node::Field(section, name) = &table.node else { return None };
        if Section::of(section) != Some(Section::Table) {
            return None;
        }
        let table = self.declared.tables.iter().position(|table| table.name == *name)?;
        Some((table, (**row).clone()))
    }

    pub fn table(&mut self, place: usize, row: &Expr, column: Option<&Expr>, span: Span) -> Typed {
        let table = &self.declared.tables[place];
        let columns = match (&table.columns, column) {
            (crate::declared::Columns::One, Some(_)) => {
                let help = format!("write `table.{}[row]`", table.name);
                self.mistakes.help(span, "this table has one entry in each row", help);
                return Typed::unknown();
            }
            (crate::declared::Columns::Named(names), _) => Some(names),
            _ => None,
        };
        let row_at = self.table_index(row, table.row_names.as_deref(), "row");
        let column_at = match column {
            Some(column) => self.table_index(column, columns.map(Vec::as_slice), "column"),
            None => Arg::Number(0),
        };
        let kind = if table.texts {
            let texts: std::collections::BTreeSet<i64> = table.rows.iter().flatten().copied().collect();
            let texts: Texts = Some(std::rc::Rc::new(texts));
            Kind::Text(texts)
        } else {
            Kind::Number
        };
        if let (Arg::Number(row), Arg::Number(column), false) = (row_at, column_at, self.checks())
            && let Some(entry) = table.entry(row, column)
        {
            return Typed { arg: Arg::Number(entry), kind };
        }
        let to = self.register();
        self.emit(Op::Table(to, place, row_at, column_at), span);
        Typed { arg: Arg::Reg(to), kind }
    }

    pub fn table_index(&mut self, index: &Expr, names: Option<&[i64]>, what: &str) -> Arg {
        let found = self.expr(index);
        match (names, &found.kind) {
            (Some(names), Kind::Text(Some(texts))) if self.checks() => {
                let lacking: Vec<&str> = texts
                    .iter()
                    .filter(|text| !names.contains(text))
                    .map(|&text| self.declared.text(text))
                    .collect();
                if !lacking.is_empty() {
                    let known: Vec<&str> = names.iter().map(|&name| self.declared.text(name)).collect();
                    let message = format!("the table has no {what} for {}", crate::mistake::listed(&lacking));
                    let help = format!("it has {}", crate::mistake::listed(&known));
                    self.mistakes.help(index.span, message, help);
                }
            }
            (_, Kind::Unknown) | (Some(_), Kind::Text(_)) => {}
            (Some(names), _) => {
                let known: Vec<&str> = names.iter().map(|&name| self.declared.text(name)).collect();
                let message =
                    format!("each {what} of this table has a name, and this is {}", found.kind.words());
                self.mistakes.help(index.span, message, format!("it has {}", crate::mistake::listed(&known)));
            }
            (None, _) => {
                self.expect_arithmetic(&found, index.span);
                return found.arg;
            }
        }
        // A name is as good as its place.
        let Some(names) = names else { return found.arg };
        if let Arg::Number(text) = found.arg {
            let place = names.iter().position(|&name| name == text);
            return Arg::Number(place.map_or(-1, |place| place as i64));
        }
        let mut place = Arg::Number(-1);
        for (at, &name) in names.iter().enumerate() {
            let equal = self.math(Math::Equal, found.arg, Arg::Number(name), index.span);
            let weight = self.math(Math::Mul, equal, Arg::Number(at as i64 + 1), index.span);
            place = self.math(Math::Add, place, weight, index.span);
        }
        place
    }
}

impl crate::declared::Table {
    /// An entry; beyond an end the one at that end. A name that the table lacks has none.
    pub fn entry(&self, row: i64, column: i64) -> Option<i64> {
        let at = |index: i64, length: usize, named: bool| match usize::try_from(index) {
            Ok(index) => Some(index.min(length.saturating_sub(1))),
            Err(_) => (!named).then_some(0),
        };
        let row = self.rows.get(at(row, self.rows.len(), self.row_names.is_some())?)?;
        let named = matches!(self.columns, crate::declared::Columns::Named(_));
        row.get(at(column, row.len(), named)?).copied()
    }
}
