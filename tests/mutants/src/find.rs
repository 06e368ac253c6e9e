//! Small changes to source code: those of cargo-mutants and some more.

use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::Span;
use serde::{Deserialize, Serialize};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprBinary, ExprIf, ExprLit, ExprMacro, ExprMethodCall,
    ExprPath, ExprRepeat, ExprUnary, ExprWhile, ImplItemConst, ImplItemFn, ItemConst, ItemFn,
    ItemMod, ItemStatic, Lit, Macro, Meta, Pat, ReturnType, Signature, Stmt, Token, TraitItemFn,
    Type, UnOp, Variant,
};

/// Placeholder for the number of a mutant.
pub const NUMBER: &str = "@N@";

/// Small change to the source.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Change {
    /// File relative to the root of the checkout, with the line and the function of the change.
    pub file: String,
    pub line: usize,
    pub function: String,
    /// Replaced bytes, and their replacement: both versions behind a switch.
    pub start: usize,
    pub end: usize,
    pub with: String,
    /// Description of the change, for readers.
    pub what: String,
}

/// Returns all changes of a file.
pub fn changes(root: &Path, file: &str) -> Result<Vec<Change>> {
    let text = std::fs::read_to_string(root.join(file)).with_context(|| file.to_owned())?;
    let tree = syn::parse_file(&text).with_context(|| file.to_owned())?;
    let mut finder = Finder {
        text: &text,
        file,
        functions: Vec::new(),
        found: Vec::new(),
    };
    finder.visit_file(&tree);
    Ok(finder.found)
}

struct Finder<'a> {
    text: &'a str,
    file: &'a str,
    functions: Vec<String>,
    found: Vec<Change>,
}

/// Calls with a closure that returns true or false.
const PREDICATES: [&str; 11] = [
    "all",
    "any",
    "filter",
    "find",
    "is_none_or",
    "is_ok_and",
    "is_some_and",
    "position",
    "retain",
    "skip_while",
    "take_while",
];

/// Calls and their opposites, in both directions.
const OPPOSITES: [(&str, &str); 9] = [
    ("all", "any"),
    ("first", "last"),
    ("is_none", "is_some"),
    ("is_none_or", "is_some_and"),
    ("is_ok", "is_err"),
    ("max", "min"),
    ("max_by_key", "min_by_key"),
    ("saturating_add", "saturating_sub"),
    ("skip", "take"),
];

fn opposite(call: &str) -> Option<&'static str> {
    OPPOSITES.iter().find_map(|(one, other)| match call {
        _ if call == *one => Some(*other),
        _ if call == *other => Some(*one),
        _ => None,
    })
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string().contains("test"),
        meta => meta.path().is_ident("test"),
    })
}

fn has_let(of: &Expr) -> bool {
    match of {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

/// Returns true if a statement can be removed without removing a name that is used later.
fn can_go(statement: &Stmt) -> bool {
    let Stmt::Expr(expression, Some(_)) = statement else {
        return false;
    };
    match expression {
        Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) | Expr::Try(_) => true,
        Expr::Binary(both) => matches!(both.op, BinOp::AddAssign(_) | BinOp::SubAssign(_)),
        _ => false,
    }
}

impl Finder<'_> {
    fn source(&self, span: Span) -> String {
        self.text[span.byte_range()].to_owned()
    }

    fn change(&mut self, span: Span, what: String, with: String) {
        let bytes = span.byte_range();
        self.found.push(Change {
            file: self.file.to_owned(),
            line: span.start().line,
            function: self.functions.last().cloned().unwrap_or_default(),
            start: bytes.start,
            end: bytes.end,
            what,
            with,
        });
    }

    /// Replaces an expression by another one.
    fn exchange(&mut self, span: Span, new: &str) {
        let old = self.source(span);
        let with = format!("(if crate::mutant({NUMBER}) {{ {new} }} else {{ {old} }})");
        self.change(span, format!("{old}  ->  {new}"), with);
    }

    /// Negates a condition, unless another change has the same effect.
    fn negate(&mut self, condition: &Expr) {
        let said_otherwise = match condition {
            Expr::Binary(both) => matches!(both.op, BinOp::Eq(_) | BinOp::Ne(_)),
            Expr::Unary(one) => matches!(one.op, UnOp::Not(_)),
            Expr::Lit(_) => true,
            _ => false,
        };
        if !said_otherwise && !has_let(condition) {
            let old = self.source(condition.span());
            self.exchange(condition.span(), &format!("!({old})"));
        }
    }

    /// Makes a function return at once.
    fn at_once(&mut self, signature: &Signature, block: &Block) {
        let ReturnType::Type(_, result) = &signature.output else {
            return;
        };
        let result = self.source(result.span());
        let result = result.split_whitespace().collect::<Vec<_>>().join(" ");
        let values: &[&str] = match result.as_str() {
            "bool" => &["true", "false"],
            "i64" | "u32" | "usize" | "u64" | "i32" => &["0", "1"],
            "String" => &["String::new()"],
            "Step<()>" | "Result<()>" | "fmt::Result" => &["Ok(())"],
            "Step<bool>" | "Result<bool>" => &["Ok(true)", "Ok(false)"],
            "Step<i64>" => &["Ok(0)", "Ok(1)"],
            list if list.starts_with("Vec<") => &["Vec::new()"],
            option if option.starts_with("Option<") => &["None"],
            option if option.starts_with("Step<Option<") => &["Ok(None)"],
            list if list.starts_with("Step<Vec<") => &["Ok(Vec::new())"],
            _ => &[],
        };
        let name = &signature.ident;
        for value in values {
            let what = format!("fn {name}() -> {result}  ->  {value}");
            let with = format!("{{ if crate::mutant({NUMBER}) {{ return {value}; }}");
            self.change(block.brace_token.span.open(), what, with);
        }
    }

    /// Visits a function and everything in it, except tests and constant expressions.
    fn function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        block: &Block,
        inside: impl FnOnce(&mut Self),
    ) {
        if is_test(attributes) || signature.constness.is_some() {
            return;
        }
        self.functions.push(signature.ident.to_string());
        self.at_once(signature, block);
        inside(self);
        self.functions.pop();
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    // Constant expressions, types and patterns cannot contain a switch.
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast ImplItemConst) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_variant(&mut self, _: &'ast Variant) {}

    fn visit_expr_repeat(&mut self, repeated: &'ast ExprRepeat) {
        self.visit_expr(&repeated.expr);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |this| {
            visit::visit_item_fn(this, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |this| {
            visit::visit_impl_item_fn(this, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.attrs, &item.sig, block, |this| {
                visit::visit_trait_item_fn(this, item);
            });
        }
    }

    fn visit_expr_binary(&mut self, both: &'ast ExprBinary) {
        let others: &[&str] = match both.op {
            BinOp::Lt(_) => &["<=", ">"],
            BinOp::Le(_) => &["<", ">"],
            BinOp::Gt(_) => &[">=", "<"],
            BinOp::Ge(_) => &[">", "<"],
            BinOp::Eq(_) => &["!="],
            BinOp::Ne(_) => &["=="],
            BinOp::And(_) => &["||"],
            BinOp::Or(_) => &["&&"],
            BinOp::Add(_) | BinOp::AddAssign(_) => &["-"],
            BinOp::Sub(_) | BinOp::SubAssign(_) | BinOp::Mul(_) => &["+"],
            BinOp::Div(_) => &["*"],
            BinOp::Rem(_) => &["/"],
            _ => &[],
        };
        let assigns = matches!(both.op, BinOp::AddAssign(_) | BinOp::SubAssign(_));
        if has_let(&both.left) || has_let(&both.right) {
            self.negate(&both.left);
            self.negate(&both.right);
        } else {
            let (left, right) = (
                self.source(both.left.span()),
                self.source(both.right.span()),
            );
            let equals = if assigns { "=" } else { "" };
            for other in others {
                self.exchange(both.span(), &format!("{left} {other}{equals} {right}"));
            }
        }
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_unary(&mut self, one: &'ast ExprUnary) {
        if matches!(one.op, UnOp::Not(_) | UnOp::Neg(_)) {
            let inner = self.source(one.expr.span());
            self.exchange(one.span(), &inner);
        }
        visit::visit_expr_unary(self, one);
    }

    fn visit_expr_if(&mut self, choice: &'ast ExprIf) {
        self.negate(&choice.cond);
        visit::visit_expr_if(self, choice);
    }

    fn visit_expr_while(&mut self, again: &'ast ExprWhile) {
        self.negate(&again.cond);
        visit::visit_expr_while(self, again);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.negate(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_lit(&mut self, literal: &'ast ExprLit) {
        match &literal.lit {
            Lit::Int(number) => {
                if let Ok(value) = number.base10_parse::<i64>() {
                    let suffix = number.suffix();
                    self.exchange(literal.span(), &format!("{}{suffix}", value + 1));
                    if value > 0 {
                        self.exchange(literal.span(), &format!("{}{suffix}", value - 1));
                    }
                }
            }
            Lit::Bool(yes) => self.exchange(literal.span(), &(!yes.value).to_string()),
            _ => {}
        }
    }

    /// A named constant is a number too.
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let last = path.path.segments.last();
        let name = last.map(|last| last.ident.to_string()).unwrap_or_default();
        let capital = |c: char| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit();
        if name.len() > 3 && name.chars().all(capital) {
            let old = self.source(path.span());
            self.exchange(path.span(), &format!("{old} + 1"));
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = call.method.to_string();
        let (whole, method) = (call.span().byte_range(), call.method.span().byte_range());
        if let Some(other) = opposite(&name) {
            let before = &self.text[whole.start..method.start];
            let behind = &self.text[method.end..whole.end];
            self.exchange(call.span(), &format!("{before}{other}{behind}"));
        }
        if name == "rev" {
            let (old, new) = (self.source(call.span()), self.source(call.receiver.span()));
            // Both branches have different types until they are collected.
            let gathered = |text: &str| format!("{text}.collect::<Vec<_>>()");
            let (one, other) = (gathered(&new), gathered(&old));
            let with =
                format!("(if crate::mutant({NUMBER}) {{ {one} }} else {{ {other} }}).into_iter()");
            self.change(call.span(), format!("{old}  ->  without rev()"), with);
        }
        if PREDICATES.contains(&name.as_str())
            && let Some(Expr::Closure(closure)) = call.args.first()
            && !matches!(*closure.body, Expr::Block(_) | Expr::Match(_))
        {
            self.negate(&closure.body);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        for statement in block.stmts.iter().filter(|one| can_go(one)) {
            let old = self.source(statement.span());
            let with = format!("if !crate::mutant({NUMBER}) {{ {old} }}");
            self.change(statement.span(), format!("{old}  ->  (left out)"), with);
        }
        for pair in block.stmts.windows(2) {
            let [one, other] = pair else { continue };
            if can_go(one)
                && can_go(other)
                && let Some(span) = one.span().join(other.span())
            {
                let (one, other) = (self.source(one.span()), self.source(other.span()));
                let with = format!(
                    "if crate::mutant({NUMBER}) {{ {other} {one} }} else {{ {one} {other} }}"
                );
                self.change(
                    span,
                    format!("{one} {other}  ->  the other way round"),
                    with,
                );
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_expr_macro(&mut self, found: &'ast ExprMacro) {
        if found.mac.path.is_ident("matches") {
            let old = self.source(found.span());
            self.exchange(found.span(), &format!("!{old}"));
        }
        visit::visit_expr_macro(self, found);
    }

    /// Among the arguments of macros, only lists are known to be expressions.
    fn visit_macro(&mut self, list: &'ast Macro) {
        if !list.path.is_ident("vec") {
            return;
        }
        let all = list.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for one in all.into_iter().flatten() {
            <Self as Visit<'_>>::visit_expr(self, &one);
        }
    }
}
