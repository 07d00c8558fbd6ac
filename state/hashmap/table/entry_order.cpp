#include "state/hashmap/table/entry_order.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <vector>

#include "common/base/check.hpp"
#include "common/columnar/hash.hpp"
#include "common/columnar/stored_text.hpp"

namespace eddyline::state {
namespace {

using Node = EntryOrder::Node;

/// The higher of two nodes is nearer to the root.
uint64_t height(const Node* node) {
  return mix_hash(reinterpret_cast<uintptr_t>(node));
}

template <class T>
bool is_less(const T& a, const T& b) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(a)) return false;
    if (std::isnan(b)) return true;
  }
  if constexpr (std::is_same_v<T, StoredText>) {
    return a.view() < b.view();
  } else {
    return a < b;
  }
}

/// Hangs the nodes of `tree` below `node`, which is new and higher than they.
template <class Less>
void split(Node* tree, Node& node, Less less) {
  Node** lesser = &node.less;
  Node** greater = &node.greater;
  while (tree != nullptr) {
    if (less(tree, &node)) {
      *lesser = tree;
      lesser = &tree->greater;
      tree = *lesser;
    } else {
      *greater = tree;
      greater = &tree->less;
      tree = *greater;
    }
  }
  *lesser = nullptr;
  *greater = nullptr;
}

/// Puts the two trees, of which all of `lesser` goes before all of `greater`, at `place`.
void merge(Node** place, Node* lesser, Node* greater) {
  while (lesser != nullptr && greater != nullptr) {
    if (height(lesser) >= height(greater)) {
      *place = lesser;
      place = &lesser->greater;
      lesser = *place;
    } else {
      *place = greater;
      place = &greater->less;
      greater = *place;
    }
  }
  *place = lesser != nullptr ? lesser : greater;
}

}  // namespace

template <class Body>
void EntryOrder::with_values(Body&& body) const {
  const auto load_as = [&]<class T>(std::type_identity<T>) {
    body([from_node = column_from_node_](const Node* node) {
      T value;
      std::memcpy(&value, reinterpret_cast<const uint8_t*>(node) + from_node, sizeof(T));
      return value;
    });
  };
  visit_physical(type_, [&]<class T>(std::type_identity<T> tag) {
    if constexpr (std::is_same_v<T, StringView>) {
      load_as(std::type_identity<StoredText>());
    } else {
      load_as(tag);
    }
  });
}

void EntryOrder::build(Root& root, std::span<Node* const> nodes) const {
  with_values([&](auto load) {
    std::vector<std::pair<decltype(load(nullptr)), Node*>> sorted;
    sorted.reserve(nodes.size());
    for (Node* node : nodes) sorted.emplace_back(load(node), node);
    std::ranges::sort(
        sorted, [](const auto& a, const auto& b) { return is_less(a, b); },
        [](const auto& each) -> const auto& { return each.first; });
    // The way from the top to the greatest: a node goes to its end, above those that are lower.
    std::vector<Node*> greatest_side;
    for (const auto& [value, node] : sorted) {
      node->less = nullptr;
      node->greater = nullptr;
      while (!greatest_side.empty() && height(greatest_side.back()) < height(node)) {
        node->less = greatest_side.back();
        greatest_side.pop_back();
      }
      if (!greatest_side.empty()) greatest_side.back()->greater = node;
      greatest_side.push_back(node);
    }
    root.top = greatest_side.empty() ? nullptr : greatest_side.front();
  });
  root.started = true;
}

void EntryOrder::insert(Root& root, Node& node) const {
  CHECK(!contains(node)) << "an entry is put in order twice";
  with_values([&](auto load) {
    const auto less = [&](const Node* a, const Node* b) { return is_less(load(a), load(b)); };
    Node** place = &root.top;
    while (*place != nullptr && height(*place) >= height(&node)) {
      place = less(&node, *place) ? &(*place)->less : &(*place)->greater;
    }
    Node* const below = *place;
    *place = &node;
    split(below, node, less);
  });
}

void EntryOrder::erase(Root& root, Node& node) const {
  with_values([&](auto load) {
    const auto less = [&](const Node* a, const Node* b) { return is_less(load(a), load(b)); };
    Node** place = &root.top;
    while (*place != &node) {
      CHECK(*place != nullptr) << "an entry is not where its order has it";
      place = less(&node, *place) ? &(*place)->less : &(*place)->greater;
    }
    merge(place, node.less, node.greater);
  });
  clear(node);
}

EntryOrder::Node* EntryOrder::least(const Root& root) {
  Node* node = root.top;
  while (node != nullptr && node->less != nullptr) node = node->less;
  return node;
}

EntryOrder::Node* EntryOrder::greatest(const Root& root) {
  Node* node = root.top;
  while (node != nullptr && node->greater != nullptr) node = node->greater;
  return node;
}

}  // namespace eddyline::state
