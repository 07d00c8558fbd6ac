#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/columnar/physical_type.hpp"

namespace eddyline::state {

/// Entries in order of one of their columns: a tree for each key, whose nodes lie in the entries, so that it takes no
/// memory of its own.
///
/// A treap: by the column from left to right, by a hash of the node's address from the top down. So n entries lie about
/// 2 ln n deep in whatever order they come, and nothing is kept for balance. Entries of a tree stay where they are,
/// keep the column and differ in it. Thread   one.
class EntryOrder {
 public:
  struct Node {
    Node* less;
    Node* greater;
  };
  struct Root {
    Node* top = nullptr;
    bool started = false;
  };

  /// Offsets from the start of an entry.
  EntryOrder(PhysicalType type, size_t node_offset, size_t column_offset)
      : type_(type), column_from_node_(static_cast<ptrdiff_t>(column_offset) - static_cast<ptrdiff_t>(node_offset)) {}

  /// Of a new entry: it is in no tree.
  static void clear(Node& node) { node.less = &node; }
  static bool contains(const Node& node) { return node.less != &node; }

  /// Makes the tree of nodes that are in none: O(n log n) steps, and memory for a value and an address a node while it
  /// lasts.
  void build(Root& root, std::span<Node* const> nodes) const;
  /// CHECKs that the node is in no tree.
  void insert(Root& root, Node& node) const;
  /// Of a node in the tree.
  void erase(Root& root, Node& node) const;
  /// Null: the tree is empty.
  static Node* least(const Root& root);
  static Node* greatest(const Root& root);

 private:
  /// Calls body(load), where load(node) is the column's value.
  template <class Body>
  void with_values(Body&& body) const;

  PhysicalType type_;
  ptrdiff_t column_from_node_;
};

}  // namespace eddyline::state
