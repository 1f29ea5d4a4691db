//! From tokens to statements.

use crate::ast::{Block, Expr, Function, Operator, Stmt, StmtKind};
use crate::limits;
use crate::mistake::{Mistakes, Span};
use crate::names;
use crate::text::PlacedText;
use crate::token::{Spanned, Token, tokens};

/// Reads tokens one after the other.
pub struct Parser<'a> {
    tokens: Vec<Spanned>,
    at: usize,
    /// How deep the expression at hand is.
    pub depth: usize,
    /// What is wrong so far.
    pub mistakes: &'a mut Mistakes,
}

/// Something was wrong; the mistakes say what.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// What was read, if nothing was wrong.
pub type Read<T> = Result<T, Failed>;

/// Reads the statements of a procedure.
pub fn block(text: &PlacedText, mistakes: &mut Mistakes) -> Option<Block> {
    let tokens = tokens(text, true, mistakes)?;
    let mut parser = Parser { tokens, at: 0, depth: 0, mistakes };
    Some(parser.statements(false))
}

/// Reads a single expression.
pub fn expression(text: &PlacedText, mistakes: &mut Mistakes) -> Option<Expr> {
    let tokens = tokens(text, false, mistakes)?;
    let mut parser = Parser { tokens, at: 0, depth: 0, mistakes };
    let read = parser.expression().ok()?;
    if !matches!(parser.peek(), Token::Line | Token::End) {
        parser.wrong("the end of the expression");
        return None;
    }
    Some(read)
}

/// Reads the functions of `[common]`.
pub fn functions(text: &PlacedText, mistakes: &mut Mistakes) -> Option<Vec<Function>> {
    let tokens = tokens(text, true, mistakes)?;
    let mut parser = Parser { tokens, at: 0, depth: 0, mistakes };
    let mut found = Vec::new();
    while *parser.peek() != Token::End {
        if parser.is_word("def") {
            match parser.function() {
                Ok(function) => found.push(function),
                Err(Failed) => parser.skip_statement(),
            }
        } else {
            if parser.refuse_python().is_ok() {
                let help = "put it into a function: `def name(x):`";
                parser.mistakes.help(parser.span(), "only functions stand in [common]", help);
            }
            parser.skip_statement();
        }
    }
    Some(found)
}

impl Parser<'_> {
    /// The next token.
    pub fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    /// The token after it.
    pub fn peek_after(&self) -> &Token {
        self.tokens.get(self.at + 1).map_or(&Token::End, |(token, _)| token)
    }

    /// Where the next token stands.
    pub fn span(&self) -> Span {
        self.tokens.get(self.at).or(self.tokens.last()).map_or_else(Span::default, |&(_, span)| span)
    }

    /// Where the token before stands.
    pub fn before(&self) -> Span {
        self.tokens.get(self.at.saturating_sub(1)).map_or_else(Span::default, |&(_, span)| span)
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    /// Whether a sign comes next.
    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    /// Takes a sign if it comes next.
    pub fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    /// Whether a keyword comes next.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(found) if found == word)
    }

    /// Takes a keyword if it comes next.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Takes a sign, or says that it is missing.
    pub fn need(&mut self, sign: &str) -> Read<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}`"))) }
    }

    /// Takes the sign that closes a bracket; one that is never closed is shown where it opens.
    pub fn close(&mut self, sign: &str, open: Span) -> Read<()> {
        if matches!(self.peek(), Token::Line | Token::End | Token::Indent | Token::Dedent) {
            self.mistakes.add(open, format!("`{sign}` is missing: this bracket is not closed"));
            return Err(Failed);
        }
        self.need(sign)
    }

    /// Says that something else was expected.
    pub fn wrong(&mut self, expected: &str) -> Failed {
        let found = match self.peek() {
            Token::Name(name) => format!("`{}`", crate::mistake::short(name)),
            Token::Number(number) => format!("`{number}`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Line => "the end of the line".to_owned(),
            Token::Indent => "an indented line".to_owned(),
            Token::Dedent => "the end of the block".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        let message = format!("expected {expected}, found {found}");
        match self.peek() {
            Token::Sign("=") => self.mistakes.help(self.span(), message, "to compare, write `==`"),
            Token::Sign("!") => self.mistakes.help(self.span(), message, "write `not`"),
            _ => self.mistakes.add(self.span(), message),
        }
        Failed
    }

    /// Passes over the rest of a statement, its block included.
    fn skip_statement(&mut self) {
        while !matches!(self.peek(), Token::Line | Token::End | Token::Indent | Token::Dedent) {
            self.at += 1;
        }
        if *self.peek() == Token::Line {
            self.at += 1;
        }
        if *self.peek() == Token::Indent {
            let mut open = 0;
            loop {
                match self.take() {
                    Token::Indent => open += 1,
                    Token::Dedent => open -= 1,
                    Token::End => return,
                    _ => {}
                }
                if open == 0 {
                    break;
                }
            }
        } else if *self.peek() == Token::Dedent && self.at > 0 && self.tokens[self.at - 1].0 != Token::Line {
            self.at += 1;
        }
    }

    /// Statements up to the end of their block. `inside` is false at the top, where nothing ends but the text.
    fn statements(&mut self, inside: bool) -> Block {
        let mut block = Block::new();
        loop {
            match self.peek() {
                Token::End => return block,
                Token::Dedent if inside => return block,
                Token::Dedent | Token::Line => {
                    self.at += 1;
                    continue;
                }
                Token::Indent => {
                    let help = "blocks follow `if`, `for`, `while` and `def` alone";
                    self.mistakes.help(self.span(), "this line is indented for no reason", help);
                    self.skip_statement();
                    continue;
                }
                _ => {}
            }
            if self.statement(&mut block).is_err() {
                self.skip_statement();
            }
        }
    }

    fn statement(&mut self, block: &mut Block) -> Read<()> {
        let (span, first) = (self.span(), self.at);
        let Token::Name(word) = self.peek().clone() else { return self.simple_line(block) };
        let node = match word.as_str() {
            "if" => self.branches()?,
            "for" => self.for_loop()?,
            "while" => {
                self.at += 1;
                let test = self.expression()?;
                let body = self.body()?;
                self.no_else()?;
                StmtKind::While(test, body)
            }
            "elif" | "else" => {
                self.mistakes.add(span, format!("`{word}` without an `if` before it"));
                return Err(Failed);
            }
            "def" => {
                let help = "write it in `play` of [common], above what calls it";
                self.mistakes.help(span, "a function stands in [common] alone", help);
                return Err(Failed);
            }
            _ => return self.simple_line(block),
        };
        // A block is as long as all its lines; its head says enough.
        let colon = self.tokens[first..].iter().find(|(token, _)| *token == Token::Sign(":"));
        block.push(Stmt { span: span.to(colon.map_or(span, |&(_, colon)| colon)), node });
        Ok(())
    }

    /// One or more simple statements on a line.
    fn simple_line(&mut self, block: &mut Block) -> Read<()> {
        loop {
            let span = self.span();
            let node = self.simple()?;
            block.push(Stmt { span: span.to(self.before()), node });
            if !self.take_sign(";") || *self.peek() == Token::Line {
                break;
            }
        }
        match self.peek() {
            Token::Line => {
                self.at += 1;
                Ok(())
            }
            Token::End | Token::Dedent => Ok(()),
            Token::Sign("=") => {
                let help = "assign line by line, and compare with `==`";
                self.mistakes.help(self.span(), "`=` stands once in a line", help);
                Err(Failed)
            }
            _ => Err(self.wrong("the end of the line")),
        }
    }

    fn simple(&mut self) -> Read<StmtKind> {
        if let (Token::Name(word), Token::Sign("=" | "+=" | "-=" | "*=" | "," | ":=")) =
            (self.peek().clone(), self.peek_after())
            && names::KEYWORDS.contains(&word.as_str())
        {
            names::check(&word, self.span(), "a variable", self.mistakes);
            return Err(Failed);
        }
        self.refuse_python()?;
        for (word, node) in
            [("break", StmtKind::Break), ("continue", StmtKind::Continue), ("pass", StmtKind::Pass)]
        {
            if self.take_word(word) {
                return Ok(node);
            }
        }
        if self.take_word("return") {
            if matches!(self.peek(), Token::Line | Token::End | Token::Sign(";")) {
                return Ok(StmtKind::Return(Vec::new()));
            }
            return Ok(StmtKind::Return(self.list_of_values()?));
        }
        let first = self.list_of_values()?;
        let span = self.span();
        if self.take_sign("=") {
            let value = self.expression()?;
            if self.is_sign(",") {
                let help = "write a line for each, or call a function that returns several";
                self.mistakes.help(self.span(), "several values are assigned line by line", help);
                return Err(Failed);
            }
            return Ok(StmtKind::Assign(first, value));
        }
        for (sign, operator) in [("+=", Operator::Add), ("-=", Operator::Sub), ("*=", Operator::Mul)] {
            if self.take_sign(sign) {
                let value = self.expression()?;
                let [target] = <[Expr; 1]>::try_from(first).map_err(|_| {
                    self.mistakes.add(span, format!("`{sign}` changes one variable at a time"));
                    Failed
                })?;
                return Ok(StmtKind::Change(target, operator, value));
            }
        }
        if let Token::Sign(sign @ ("//=" | "/=" | "%=" | "**=" | "&=" | "|=" | "^=" | ">>=" | "<<=")) =
            *self.peek()
        {
            let help = match sign {
                "//=" | "/=" => "write `x = x // y`".to_owned(),
                "%=" => "write `x = x % y`".to_owned(),
                _ => "there are `+=`, `-=` and `*=`".to_owned(),
            };
            self.mistakes.help(span, format!("`{sign}` is not in the language"), help);
            return Err(Failed);
        }
        if self.is_sign(":") {
            self.mistakes.help(span, "`:` has no meaning here", "kinds of variables are not written down");
            return Err(Failed);
        }
        let [value] = <[Expr; 1]>::try_from(first).map_err(|_| self.wrong("`=`"))?;
        if !matches!(value.node, crate::ast::Node::Call(_)) {
            let help = "assign it: `name = …`; to compare is `==`, to assign is `=`";
            self.mistakes.help(value.span, "this value is not used", help);
            return Err(Failed);
        }
        Ok(StmtKind::Call(value))
    }

    fn list_of_values(&mut self) -> Read<Vec<Expr>> {
        let brackets = self.is_sign("(");
        let first = self.expression()?;
        let mut values = match first.node {
            // `(a, b) = …` and `return (a, b)`.
            crate::ast::Node::Several(values) if brackets => values,
            _ => vec![first],
        };
        while self.take_sign(",") {
            if matches!(self.peek(), Token::Line | Token::End | Token::Sign("=")) {
                break;
            }
            values.push(self.expression()?);
        }
        Ok(values)
    }

    /// `if`, then each `elif`, then `else`.
    fn branches(&mut self) -> Read<StmtKind> {
        let mut arms = Vec::new();
        loop {
            self.at += 1;
            let test = self.expression()?;
            if self.is_sign("=") {
                self.mistakes.help(self.span(), "`=` assigns", "to compare, write `==`");
                return Err(Failed);
            }
            arms.push((test, self.body()?));
            if !self.is_word("elif") {
                break;
            }
        }
        let otherwise = if self.take_word("else") { self.body()? } else { Block::new() };
        Ok(StmtKind::If(arms, otherwise))
    }

    fn for_loop(&mut self) -> Read<StmtKind> {
        self.at += 1;
        let name_span = self.span();
        let Token::Name(name) = self.peek().clone() else { return Err(self.wrong("a name after `for`")) };
        if !names::check_variable(&name, name_span, "a variable", self.mistakes) {
            return Err(Failed);
        }
        self.at += 1;
        if self.is_sign(",") {
            let help = "`for x in attacker.list:` or `for i in range(n):`";
            self.mistakes.help(self.span(), "a loop has one variable", help);
            return Err(Failed);
        }
        if !self.take_word("in") {
            return Err(self.wrong("`in`"));
        }
        let over = self.expression()?;
        let body = self.body()?;
        self.no_else()?;
        Ok(StmtKind::For { name, name_span, over, body })
    }

    fn no_else(&mut self) -> Read<()> {
        if self.is_word("else") {
            let help = "set a variable in the loop and ask for it afterwards";
            self.mistakes.help(self.span(), "`else` after a loop is not in the language", help);
            return Err(Failed);
        }
        Ok(())
    }

    /// A colon and the block that follows it.
    fn body(&mut self) -> Read<Block> {
        let colon = self.span();
        self.need(":")?;
        if *self.peek() != Token::Line {
            let mut block = Block::new();
            self.simple_line(&mut block)?;
            return Ok(block);
        }
        self.at += 1;
        if *self.peek() != Token::Indent {
            let help = "indent what belongs to it; `pass` does nothing";
            self.mistakes.help(colon, "an indented block is missing after this line", help);
            return Err(Failed);
        }
        self.at += 1;
        let block = self.statements(true);
        if *self.peek() == Token::Dedent {
            self.at += 1;
        }
        Ok(block)
    }

    fn function(&mut self) -> Read<Function> {
        self.at += 1;
        let span = self.span();
        let Token::Name(name) = self.take() else {
            self.at -= 1;
            return Err(self.wrong("the name of the function"));
        };
        let fine = names::check_variable(&name, span, "a function", self.mistakes);
        let open = self.span();
        self.need("(")?;
        let mut parameters: Vec<(String, Span)> = Vec::new();
        while !self.is_sign(")") {
            let span = self.span();
            let Token::Name(parameter) = self.peek().clone() else { return Err(self.wrong("a parameter")) };
            self.at += 1;
            names::check_variable(&parameter, span, "a parameter", self.mistakes);
            if parameters.iter().any(|(known, _)| *known == parameter) {
                self.mistakes.add(span, format!("two parameters are called `{parameter}`"));
            }
            parameters.push((parameter, span));
            if self.is_sign("=") || self.is_sign(":") {
                let help = "give every argument at each call";
                self.mistakes.help(self.span(), "a parameter is a name alone", help);
                return Err(Failed);
            }
            if !self.take_sign(",") {
                break;
            }
        }
        self.close(")", open)?;
        let body = self.body()?;
        if fine { Ok(Function { name, span, parameters, body }) } else { Err(Failed) }
    }

    /// Names what Python has and the language has not, where a statement begins.
    fn refuse_python(&mut self) -> Read<()> {
        let Token::Name(word) = self.peek() else {
            if self.is_sign("@") {
                self.mistakes.add(self.span(), "decorators are not in the language");
                return Err(Failed);
            }
            return Ok(());
        };
        let help = match word.as_str() {
            "import" | "from" => {
                "a game stands in its own file alone; functions of its own stand in [common]"
            }
            "class" => "a unit's fields stand in [unit], its lists in [record.…]",
            "lambda" => "write a function in [common]",
            "def" => "write it in `play` of [common], above what calls it",
            "try" | "raise" | "except" | "finally" | "assert" => {
                "ask before with `if`; an error of the game ends the play and names its place"
            }
            "global" | "nonlocal" => {
                "functions share measures, state and events; everything else is passed to them"
            }
            "with" | "yield" | "async" | "await" | "del" => "leave it out",
            "match" if matches!(self.peek_after(), Token::Name(_)) => {
                "write `if`, `elif` and `else`, or look the value up in a [table]"
            }
            "print" if *self.peek_after() == Token::Sign("(") => {
                "count it as a measure, or look at `killcurve explain`"
            }
            "None" => "a variable holds a number, a text or a truth value from the beginning",
            _ => return Ok(()),
        };
        let message = format!("`{word}` is not in the language");
        self.mistakes.help(self.span(), message, help);
        Err(Failed)
    }

    /// One level deeper, if that is allowed.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= limits::EXPRESSION {
            let words = format!("more than {} operations stand inside each other", limits::EXPRESSION);
            self.mistakes.help(self.span(), words, "give parts of it to variables");
            return Err(Failed);
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}
