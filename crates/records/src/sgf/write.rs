//! Serializes trees; unchanged parts are written as they were read.

use super::tree::{Collection, Node, NodeId, Property, Tree};

/// A pending write operation.
enum Rest {
    Node(NodeId),
    /// A node with siblings, which needs brackets.
    Variation(NodeId),
    Close(NodeId),
}

impl Collection {
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for tree in &self.trees {
            write_tree(tree, &mut bytes);
        }
        bytes.extend(&self.tail);
        bytes
    }
}

/// Serializes a game iteratively, so that deep trees do not overflow the stack.
fn write_tree(tree: &Tree, bytes: &mut Vec<u8>) {
    let mut rest = vec![Rest::Node(tree.root())];
    while let Some(next) = rest.pop() {
        let (Rest::Node(id) | Rest::Variation(id) | Rest::Close(id)) = next;
        let node = tree.node(id);
        match (&next, &node.brackets) {
            (Rest::Close(_), brackets) => {
                bytes.extend(brackets.iter().flat_map(|brackets| &brackets.close));
                bytes.push(b')');
                continue;
            }
            (_, Some(brackets)) => {
                bytes.extend(&brackets.open);
                bytes.push(b'(');
                bytes.extend(&node.before);
                rest.push(Rest::Close(id));
            }
            (Rest::Variation(_), None) => {
                bytes.extend(&node.before);
                bytes.push(b'(');
                rest.push(Rest::Close(id));
            }
            (Rest::Node(_), None) => bytes.extend(&node.before),
        }
        write_node(node, bytes);
        follow(tree, id, &mut rest);
    }
}

/// Pushes the children so that the first one is written next.
fn follow(tree: &Tree, id: NodeId, rest: &mut Vec<Rest>) {
    let children = tree.children(id);
    let alone = children.len() == 1;
    for (i, &child) in children.iter().enumerate().rev() {
        let last = i + 1 == children.len();
        rest.push(if alone || last && tree.node(child).late { Rest::Node(child) } else { Rest::Variation(child) });
    }
}

fn write_node(node: &Node, bytes: &mut Vec<u8>) {
    bytes.push(b';');
    for property in node.properties() {
        write_property(property, bytes);
    }
}

fn write_property(property: &Property, bytes: &mut Vec<u8>) {
    bytes.extend(&property.before);
    bytes.extend(&property.key);
    for value in &property.values {
        bytes.extend(&value.before);
        bytes.push(b'[');
        bytes.extend(&value.raw);
        bytes.push(b']');
    }
}
