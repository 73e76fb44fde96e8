//! Rewrites a source so that each of its checks can be disabled at run time, by a number.
//!
//! All mutants are compiled together and chosen by an environment variable (mutant schemata: Untch, Offutt and Harrold 1993), so that
//! hundreds of them cost one build.
use proc_macro2::Span;
use quote::quote;
use syn::{
    Block, Expr, ImplItemFn, ItemConst, ItemFn, ItemMod, ItemStatic, Local, ReturnType, Signature, Stmt, UnOp,
    parse_quote,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// One way to break the code.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number, from 1.
    pub id: u32,
    /// The file it is in.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The function it is in.
    pub function: String,
    /// What it does.
    pub what: String,
}

impl Mutant {
    /// One JSON object, with `more` added.
    pub fn line(&self, more: &[(&str, String)]) -> String {
        let mut line = serde_json::json!({
            "id": self.id, "file": self.file, "line": self.line, "function": self.function, "what": self.what,
        });
        for (key, value) in more {
            line[*key] = value.as_str().into();
        }
        line.to_string()
    }
}

/// Rewrites one source; the mutants found are added to `mutants` and numbered on.
pub fn instrument(file: &str, source: &str, mutants: &mut Vec<Mutant>) -> syn::Result<String> {
    let mut tree = syn::parse_file(source)?;
    Instrument { file, function: String::new(), mutants }.visit_file_mut(&mut tree);
    Ok(quote!(#tree).to_string())
}

struct Instrument<'a> {
    file: &'a str,
    function: String,
    mutants: &'a mut Vec<Mutant>,
}

/// Methods whose closure answers yes or no.
const PREDICATES: [&str; 10] =
    ["filter", "any", "all", "find", "position", "is_some_and", "is_none_or", "retain", "take_while", "map_while"];

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("test") || attr.path().is_ident("cfg") && quote!(#attr).to_string().contains("test")
    })
}

impl Instrument<'_> {
    fn mutant(&mut self, span: Span, what: impl Into<String>) -> u32 {
        let id = u32::try_from(self.mutants.len()).unwrap_or(u32::MAX - 1) + 1;
        let (file, function) = (self.file.to_owned(), self.function.clone());
        self.mutants.push(Mutant { id, file, line: span.start().line, function, what: what.into() });
        id
    }

    /// A condition that can be made to hold always or never. The parts of an `if let` chain are taken one by one.
    fn condition(&mut self, cond: &mut Expr) {
        match cond {
            Expr::Let(_) => visit_mut::visit_expr_mut(self, cond),
            Expr::Binary(and) if matches!(and.op, syn::BinOp::And(_)) && has_let(&and.left) | has_let(&and.right) => {
                self.condition(&mut and.left);
                self.condition(&mut and.right);
            }
            _ => self.yes_or_no(cond),
        }
    }

    fn yes_or_no(&mut self, cond: &mut Expr) {
        let span = cond.span();
        let text = shown(cond);
        let always = self.mutant(span, format!("`{text}` always holds"));
        let never = self.mutant(span, format!("`{text}` never holds"));
        visit_mut::visit_expr_mut(self, cond);
        let inner = cond.clone();
        *cond = parse_quote!(crate::mutant::pick(#always, #never, #inner));
    }

    fn function(&mut self, sig: &Signature, block: &mut Block) {
        if sig.constness.is_some() {
            return;
        }
        let outer = std::mem::replace(&mut self.function, sig.ident.to_string());
        visit_mut::visit_block_mut(self, block);
        if let ReturnType::Type(_, ty) = &sig.output {
            let returns = quote!(#ty).to_string();
            let values: &[&str] = match returns.as_str() {
                "bool" => &["true", "false"],
                text if text.starts_with("Option <") => &["None"],
                text if text.starts_with("Vec <") => &["Vec::new()"],
                _ => &[],
            };
            for value in values.iter().rev() {
                let id = self.mutant(sig.ident.span(), format!("`{}` returns {value} at once", sig.ident));
                let value: Expr = syn::parse_str(value).expect("a value");
                block.stmts.insert(0, parse_quote!(if crate::mutant::on(#id) { return #value; }));
            }
        }
        self.function = outer;
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// A piece of source on one line, not too long.
fn shown(node: &impl quote::ToTokens) -> String {
    let text = quote!(#node).to_string();
    let text = text.replace(" . ", ".").replace(" (", "(").replace("( ", "(").replace(" )", ")").replace(" :: ", "::");
    let text = text.replace("& ", "&").replace(" ,", ",").replace("! ", "!").replace(" ;", ";").replace("|", "/");
    let short: String = text.chars().take(90).collect();
    if short.len() < text.len() { format!("{short}...") } else { short }
}

impl VisitMut for Instrument<'_> {
    fn visit_item_mod_mut(&mut self, item: &mut ItemMod) {
        if !is_test(&item.attrs) {
            visit_mut::visit_item_mod_mut(self, item);
        }
    }

    fn visit_item_const_mut(&mut self, _: &mut ItemConst) {}

    fn visit_item_static_mut(&mut self, _: &mut ItemStatic) {}

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig.clone(), &mut item.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut ImplItemFn) {
        self.function(&item.sig.clone(), &mut item.block);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        let removable = matches!(stmt, Stmt::Expr(Expr::MethodCall(_) | Expr::Call(_), Some(_)));
        let id = removable.then(|| self.mutant(stmt.span(), format!("`{}` left out", shown(stmt))));
        visit_mut::visit_stmt_mut(self, stmt);
        if let Some(id) = id {
            let inner = stmt.clone();
            *stmt = parse_quote!(if !crate::mutant::on(#id) { #inner });
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_if_mut(&mut self, node: &mut syn::ExprIf) {
        self.condition(&mut node.cond);
        self.visit_block_mut(&mut node.then_branch);
        if let Some((_, otherwise)) = &mut node.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            self.condition(guard);
        }
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        self.visit_expr_mut(&mut call.receiver);
        let predicate = PREDICATES.contains(&call.method.to_string().as_str()) && call.method != "map_while";
        for argument in &mut call.args {
            match argument {
                Expr::Closure(closure) if predicate && !matches!(*closure.body, Expr::Block(_)) => {
                    self.yes_or_no(&mut closure.body);
                }
                _ => self.visit_expr_mut(argument),
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let span = expr.span();
        match expr {
            Expr::Binary(binary) => {
                let swapped: Option<(syn::BinOp, &str)> = match binary.op {
                    syn::BinOp::Eq(_) => Some((parse_quote!(!=), "!= for ==")),
                    syn::BinOp::Ne(_) => Some((parse_quote!(==), "== for !=")),
                    syn::BinOp::Lt(_) => Some((parse_quote!(<=), "<= for <")),
                    syn::BinOp::Le(_) => Some((parse_quote!(<), "< for <=")),
                    syn::BinOp::Gt(_) => Some((parse_quote!(>=), ">= for >")),
                    syn::BinOp::Ge(_) => Some((parse_quote!(>), "> for >=")),
                    syn::BinOp::And(_) if !has_let(&binary.left) && !has_let(&binary.right) => {
                        Some((parse_quote!(||), "or for and"))
                    }
                    syn::BinOp::Or(_) => Some((parse_quote!(&&), "and for or")),
                    _ => None,
                };
                let text = shown(binary);
                let id = swapped.map(|(op, how)| (op, self.mutant(span, format!("`{text}`: {how}"))));
                visit_mut::visit_expr_binary_mut(self, binary);
                if let Some((op, id)) = id {
                    let (left, right, was) = (binary.left.clone(), binary.right.clone(), binary.op);
                    *expr = parse_quote!((if crate::mutant::on(#id) { #left #op #right } else { #left #was #right }));
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let text = shown(unary);
                let id = self.mutant(span, format!("`{text}`: without the not"));
                visit_mut::visit_expr_unary_mut(self, unary);
                let inner = unary.expr.clone();
                *expr = parse_quote!((if crate::mutant::on(#id) { #inner } else { !#inner }));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
