//! The chain that a recorder writes for a target: surest first.

use serde::{Deserialize, Serialize};

use super::{Alternative, BooleanKey, SelectorChain, StringKey, Term};
use crate::{Tree, node::is_blank, selector::is_visible};

/// What a target is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChainPurpose {
    /// To touch or to wait for.
    #[default]
    Act,
    /// To type into: every term but the identifier asks for something editable.
    Fill,
}

/// The chain of the node at `target`: by identifier if no other node has it, by role and label, by label, by value, by text; if it has
/// none of these, by role, and at the very last by being visible.
pub fn chain_for(tree: &Tree, target: usize, purpose: ChainPurpose) -> SelectorChain {
    let node = &tree.nodes()[target];
    let said = |text: &Option<String>| {
        text.as_deref()
            .map(str::trim)
            .filter(|t| !is_blank(t))
            .map(str::to_owned)
    };
    let role = Some(node.normal_type()).filter(|role| !role.is_empty());
    let (label, value) = (said(&node.label), said(&node.value));
    let unique_id = said(&node.identifier).filter(|id| {
        tree.nodes()
            .iter()
            .filter(|other| said(&other.identifier).as_ref() == Some(id))
            .count()
            == 1
    });
    let by_id = unique_id.is_some();
    let editable = purpose == ChainPurpose::Fill;
    let mut alternatives: Vec<Alternative> = Vec::new();
    let mut add = |terms: Vec<(StringKey, String)>, editable: bool| {
        let mut terms: Vec<Term> = terms.into_iter().map(|(key, text)| Term::Text(key, text)).collect();
        if editable {
            terms.push(Term::Flag(BooleanKey::Editable, true));
        }
        let first = terms.remove(0);
        let alternative = Alternative::new(first, terms);
        if !alternatives.contains(&alternative) {
            alternatives.push(alternative);
        }
    };
    if let Some(id) = unique_id {
        add(vec![(StringKey::Id, id)], false);
    }
    if let (Some(role), Some(label)) = (&role, &label) {
        add(
            vec![(StringKey::Role, role.clone()), (StringKey::Label, label.clone())],
            editable,
        );
    }
    if let Some(label) = &label {
        add(vec![(StringKey::Label, label.clone())], editable);
    }
    if let Some(value) = &value {
        add(vec![(StringKey::Value, value.clone())], editable);
    }
    // Without label and value the text is the identifier: worth a try where it isn't unique enough for `id`.
    if let Some(text) = said(&node.identifier).filter(|_| label.is_none() && value.is_none() && !by_id) {
        add(vec![(StringKey::Text, text)], editable);
    }
    let asks_for_input = label.is_some() || value.is_some() || (!by_id && node.has_text());
    if let Some(role) = role.filter(|_| editable && !asks_for_input) {
        add(vec![(StringKey::Role, role)], true);
    }
    if alternatives.is_empty() {
        return last_resort(node);
    }
    let first = alternatives.remove(0);
    SelectorChain::new(first, alternatives)
}

fn last_resort(node: &crate::Node) -> SelectorChain {
    let role = node.normal_type();
    let term = if role.is_empty() {
        Term::Flag(BooleanKey::Visible, is_visible(node))
    } else {
        Term::Text(StringKey::Role, role)
    };
    SelectorChain::new(Alternative::new(term, Vec::new()), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;

    fn chain(nodes: Vec<Node>, purpose: ChainPurpose) -> String {
        chain_for(&Tree::from(nodes), 0, purpose).to_string()
    }

    fn button() -> Node {
        Node {
            kind: Some("android.widget.Button".into()),
            label: Some("Continue".into()),
            identifier: Some("com.x:id/continue".into()),
            ..Node::default()
        }
    }

    #[test]
    fn the_surest_comes_first() {
        let chain = |nodes| chain(nodes, ChainPurpose::Act);
        assert_eq!(
            chain(vec![button()]),
            r#"id="com.x:id/continue" || role="button" label="Continue" || label="Continue""#
        );
        assert_eq!(
            chain(vec![button(), button()]),
            r#"role="button" label="Continue" || label="Continue""#,
            "an identifier that another node has identifies nothing"
        );
        let bare = Node {
            kind: Some("android.view.View".into()),
            ..Node::default()
        };
        assert_eq!(chain(vec![bare]), r#"role="view""#);
        assert_eq!(chain(vec![Node::default()]), "visible=false");
    }

    #[test]
    fn a_chain_to_type_into_asks_for_something_editable() {
        let field = Node {
            kind: Some("android.widget.EditText".into()),
            identifier: Some("com.x:id/pw".into()),
            ..Node::default()
        };
        let unlabelled = chain(vec![field.clone()], ChainPurpose::Fill);
        assert_eq!(unlabelled, r#"id="com.x:id/pw" || role="edittext" editable=true"#);
        let labelled = Node {
            label: Some("Password".into()),
            ..field
        };
        assert_eq!(
            chain(vec![labelled], ChainPurpose::Fill),
            r#"id="com.x:id/pw" || role="edittext" label="Password" editable=true || label="Password" editable=true"#
        );
    }
}
