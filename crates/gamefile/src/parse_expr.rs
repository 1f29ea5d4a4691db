//! From tokens to expressions.

use crate::ast::{Call, Comparison, Expr, Named, Node, Operator};
use crate::limits;
use crate::mistake::short;
use crate::names;
use crate::parse::{Failed, Parser, Read};
use crate::token::Token;

impl Parser<'_> {
    /// An expression.
    pub fn expression(&mut self) -> Read<Expr> {
        self.deeper(Self::choice)
    }

    /// `x if test else y`.
    fn choice(&mut self) -> Read<Expr> {
        let then = self.either()?;
        if !self.take_word("if") {
            return Ok(then);
        }
        let test = self.either()?;
        if !self.take_word("else") {
            return Err(self.wrong("`else`"));
        }
        let otherwise = self.deeper(Self::choice)?;
        let span = then.span.to(otherwise.span);
        let node =
            Node::Choose { test: Box::new(test), then: Box::new(then), otherwise: Box::new(otherwise) };
        Ok(Expr { span, node })
    }

    /// A chain of one operator is as deep as it is long, for each link stands inside the next.
    fn chain(
        &mut self,
        part: impl Fn(&mut Self) -> Read<Expr>,
        link: impl Fn(&mut Self) -> Read<Option<Operation>>,
    ) -> Read<Expr> {
        let mut first = part(self)?;
        let mut links = 0;
        while let Some(operation) = link(self)? {
            links += 1;
            if links > limits::ENTRIES {
                self.mistakes.add(self.span(), "this line is too long");
                return Err(Failed);
            }
            if links + self.depth > limits::EXPRESSION {
                let help = "give parts of it to variables";
                let words = format!("more than {} operations stand inside each other", limits::EXPRESSION);
                self.mistakes.help(self.span(), words, help);
                return Err(Failed);
            }
            let next = part(self)?;
            let span = first.span.to(next.span);
            let (one, two) = (Box::new(first), Box::new(next));
            let node = match operation {
                Operation::Both(and) => Node::Both(and, one, two),
                Operation::Binary(operator) => Node::Binary(operator, one, two),
            };
            first = Expr { span, node };
        }
        Ok(first)
    }

    fn either(&mut self) -> Read<Expr> {
        let or = |this: &mut Self| Ok(this.take_word("or").then_some(Operation::Both(false)));
        let and = |this: &mut Self| Ok(this.take_word("and").then_some(Operation::Both(true)));
        self.chain(|this| this.chain(Self::negation, and), or)
    }

    fn negation(&mut self) -> Read<Expr> {
        let span = self.span();
        if self.is_word("not") {
            self.take();
            let inner = self.deeper(Self::negation)?;
            return Ok(Expr { span: span.to(inner.span), node: Node::Not(Box::new(inner)) });
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Read<Expr> {
        let first = self.sum()?;
        let mut links = Vec::new();
        while let Some(comparison) = self.comparing()? {
            links.push((comparison, self.sum()?));
        }
        let Some((_, last)) = links.last() else { return Ok(first) };
        let span = first.span.to(last.span);
        Ok(Expr { span, node: Node::Compare(Box::new(first), links) })
    }

    fn comparing(&mut self) -> Read<Option<Comparison>> {
        let found = match self.peek() {
            Token::Sign("==") => Comparison::Equal,
            Token::Sign("!=") => Comparison::Unequal,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::AtMost,
            Token::Sign(">") => Comparison::More,
            Token::Sign(">=") => Comparison::AtLeast,
            Token::Name(word) if word == "in" => Comparison::In,
            Token::Name(word) if word == "not" && *self.peek_after() == Token::Name("in".to_owned()) => {
                self.take();
                Comparison::NotIn
            }
            Token::Name(word) if word == "is" => {
                self.mistakes.help(self.span(), "`is` is not in the language", "compare with `==` or `!=`");
                return Err(Failed);
            }
            _ => return Ok(None),
        };
        self.take();
        Ok(Some(found))
    }

    fn sum(&mut self) -> Read<Expr> {
        let sign = |this: &mut Self| {
            let found = match this.peek() {
                Token::Sign("+") => Operator::Add,
                Token::Sign("-") => Operator::Sub,
                Token::Sign(sign @ ("&" | "|" | "^" | "<<" | ">>")) => {
                    let message = format!("`{sign}` is not in the language");
                    this.mistakes.help(this.span(), message, "truth values are joined with `and` and `or`");
                    return Err(Failed);
                }
                _ => return Ok(None),
            };
            this.take();
            Ok(Some(Operation::Binary(found)))
        };
        self.chain(Self::product, sign)
    }

    fn product(&mut self) -> Read<Expr> {
        let sign = |this: &mut Self| {
            let found = match this.peek() {
                Token::Sign("*") => Operator::Mul,
                Token::Sign("//") => Operator::Div,
                Token::Sign("%") => Operator::Mod,
                Token::Sign("/") => {
                    let help = "write `//`, which rounds down, or `ceil_div(a, b)`, which rounds up";
                    this.mistakes.help(this.span(), "`/` is not in the language", help);
                    return Err(Failed);
                }
                Token::Sign("@") => return Err(this.wrong("an operator")),
                _ => return Ok(None),
            };
            this.take();
            Ok(Some(Operation::Binary(found)))
        };
        self.chain(Self::signed, sign)
    }

    fn signed(&mut self) -> Read<Expr> {
        let span = self.span();
        if self.take_sign("-") {
            let inner = self.deeper(Self::signed)?;
            return Ok(Expr { span: span.to(inner.span), node: Node::Minus(Box::new(inner)) });
        }
        if self.take_sign("+") {
            return self.deeper(Self::signed);
        }
        if self.is_sign("~") {
            self.mistakes.help(span, "`~` is not in the language", "`not` turns a truth value round");
            return Err(Failed);
        }
        let value = self.postfix()?;
        if self.is_sign("**") {
            self.mistakes.help(self.span(), "`**` is not in the language", "multiply: `x * x`");
            return Err(Failed);
        }
        Ok(value)
    }

    /// A value, with fields and indices behind it.
    fn postfix(&mut self) -> Read<Expr> {
        let mut value = self.value()?;
        let mut links = 0;
        loop {
            links += 1;
            if links > limits::EXPRESSION {
                self.mistakes.add(self.span(), "too many fields of fields");
                return Err(Failed);
            }
            if self.take_sign(".") {
                let span = self.span();
                let Token::Name(name) = self.take() else {
                    self.mistakes.add(span, "expected the name of a field after the dot");
                    return Err(Failed);
                };
                if self.is_sign("(") {
                    let help = match name.as_str() {
                        "append" | "pop" | "remove" | "sort" => {
                            "lists are given by the scenario; count with numbers"
                        }
                        _ => "call a function: `name(…)`",
                    };
                    self.mistakes.help(span, "values have fields and no functions of their own", help);
                    return Err(Failed);
                }
                value = Expr { span: value.span.to(span), node: Node::Field(Box::new(value), name) };
            } else if self.is_sign("[") {
                let open = self.span();
                self.take();
                let index = self.expression()?;
                if self.is_sign(":") || self.is_sign(",") {
                    self.mistakes.help(
                        self.span(),
                        "an index is one number",
                        "for two write `[row][column]`",
                    );
                    return Err(Failed);
                }
                self.close("]", open)?;
                let span = value.span.to(self.before());
                value = Expr { span, node: Node::Index(Box::new(value), Box::new(index)) };
            } else if self.is_sign("(") {
                self.mistakes.add(self.span(), "only a name is called");
                return Err(Failed);
            } else {
                return Ok(value);
            }
        }
    }

    fn value(&mut self) -> Read<Expr> {
        let span = self.span();
        let node = match self.peek().clone() {
            Token::Number(number) => Node::Number(number),
            Token::Text(text) => {
                self.take();
                if matches!(self.peek(), Token::Text(_)) {
                    self.mistakes.add(self.span(), "two texts side by side: texts are only compared");
                    return Err(Failed);
                }
                return Ok(Expr { span, node: Node::Text(text) });
            }
            Token::Name(name) => return self.name(name),
            Token::Sign("(") => return self.brackets(),
            Token::Sign("[") => {
                let help = "lists are given by the scenario; several values are written (a, b) after `in`, numbers \
                            by place stand in [table]";
                self.mistakes.help(span, "list literals are not in the language", help);
                return Err(Failed);
            }
            Token::Sign("{") => {
                let help = "numbers by name stand in [table]";
                self.mistakes.help(span, "dictionaries and sets are not in the language", help);
                return Err(Failed);
            }
            _ => return Err(self.wrong("a value")),
        };
        self.take();
        Ok(Expr { span, node })
    }

    fn name(&mut self, name: String) -> Read<Expr> {
        let span = self.span();
        let refused = match name.as_str() {
            "True" | "False" => {
                self.take();
                return Ok(Expr { span, node: Node::Truth(name == "True") });
            }
            "true" | "false" if *self.peek_after() != Token::Sign("(") => {
                let capital = if name == "true" { "True" } else { "False" };
                self.mistakes.help(span, format!("there is no `{name}`"), format!("write `{capital}`"));
                return Err(Failed);
            }
            "lambda" => "write a function in [common]",
            "None" => "a variable holds a number, a text or a truth value from the beginning",
            "await" | "yield" => "leave it out",
            word if names::KEYWORDS.contains(&word) => return Err(self.wrong("a value")),
            _ => "",
        };
        if !refused.is_empty() {
            self.mistakes.help(span, format!("`{name}` is not in the language"), refused);
            return Err(Failed);
        }
        self.take();
        if !self.is_sign("(") {
            return Ok(Expr { span, node: Node::Name(name) });
        }
        let (arguments, named) = self.arguments()?;
        let call = Call { name, name_span: span, arguments, named };
        Ok(Expr { span: span.to(self.before()), node: Node::Call(call) })
    }

    /// Several values in brackets, or one.
    fn brackets(&mut self) -> Read<Expr> {
        let span = self.span();
        self.take();
        let mut values = Vec::new();
        let mut several = false;
        while !self.is_sign(")") {
            values.push(self.expression()?);
            self.refuse_comprehension()?;
            if values.len() > limits::ENTRIES {
                self.mistakes.add(self.span(), "too many values");
                return Err(Failed);
            }
            several = self.take_sign(",");
            if !several {
                break;
            }
        }
        self.close(")", span)?;
        let span = span.to(self.before());
        if values.len() == 1 && !several {
            let node = values.remove(0).node;
            return Ok(Expr { span, node });
        }
        Ok(Expr { span, node: Node::Several(values) })
    }

    fn refuse_comprehension(&mut self) -> Read<()> {
        if self.is_word("for") {
            let help = "write a loop: `for x in attacker.list:`";
            self.mistakes.help(self.span(), "`for` inside an expression is not in the language", help);
            return Err(Failed);
        }
        if self.is_sign(":=") {
            self.mistakes.help(self.span(), "`:=` is not in the language", "assign it in a line of its own");
            return Err(Failed);
        }
        Ok(())
    }

    fn arguments(&mut self) -> Read<(Vec<Expr>, Vec<Named>)> {
        let open = self.span();
        self.take();
        let (mut arguments, mut named) = (Vec::new(), Vec::<Named>::new());
        while !self.is_sign(")") {
            if self.is_sign("*") || self.is_sign("**") {
                self.mistakes.add(self.span(), "arguments are given one by one");
                return Err(Failed);
            }
            let span = self.span();
            if let Token::Name(name) = self.peek().clone()
                && *self.peek_after() == Token::Sign("=")
            {
                self.take();
                self.take();
                if named.iter().any(|known| known.name == name) {
                    self.mistakes.add(span, format!("`{}` is given twice", short(&name)));
                    return Err(Failed);
                }
                named.push(Named { name, span, value: self.expression()? });
            } else {
                let value = self.expression()?;
                if !named.is_empty() {
                    self.mistakes.add(value.span, "arguments without a name come first");
                    return Err(Failed);
                }
                arguments.push(value);
            }
            self.refuse_comprehension()?;
            if arguments.len() + named.len() > limits::ENTRIES {
                self.mistakes.add(self.span(), "too many arguments");
                return Err(Failed);
            }
            if !self.take_sign(",") {
                break;
            }
        }
        self.close(")", open)?;
        Ok((arguments, named))
    }
}

/// What joins two parts of a chain.
#[derive(Clone, Copy)]
enum Operation {
    Both(bool),
    Binary(Operator),
}
