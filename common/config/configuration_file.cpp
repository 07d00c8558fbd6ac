// The only file that includes yaml-cpp, which throws: nothing it throws leaves this file.
#include "common/config/configuration_file.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <sstream>

#include "common/config/yaml_scalar.hpp"
#include "common/file/text_input.hpp"
#include "common/text/utf8.hpp"

namespace eddyline {
namespace {

/// Deeper maps and lists are no configuration; aliases could nest them without end.
constexpr int kMaxDepth = 64;
/// Aliases make much of a short text: nodes looked at, and bytes of keys and values.
constexpr size_t kMaxNodes = 100'000;
constexpr size_t kMaxResultBytes = size_t{8} << 20;

Status cannot_parse(std::string_view name, const std::string& reason) {
  return configuration_error("Error parsing YAML configuration. Reading " + std::string(name) + ": " + reason);
}

/// Where a node or an error stands, for a message: yaml-cpp counts from 0, -1 is nowhere.
std::string with_place(const YAML::Mark& mark, const std::string& reason) {
  if (mark.line < 0) return reason;
  const SourcePosition position{static_cast<uint32_t>(mark.line) + 1, static_cast<uint32_t>(mark.column) + 1};
  return to_string(position) + ": " + reason;
}

Status error_at(const YAML::Node& node, const std::string& reason) {
  return configuration_error(with_place(node.Mark(), reason));
}

/// Turns the nodes of a document into dotted keys and texts.
class Flattening {
 public:
  Result<Configuration> flatten(const YAML::Node& document) {
    if (document.IsNull()) return Configuration();
    if (!document.IsMap()) return error_at(document, "the document must be a map of keys and values");
    RETURN_IF_ERROR(add_map("", document, 1));
    return std::move(configuration_);
  }

 private:
  Status add_map(const std::string& prefix, const YAML::Node& map, int depth) {
    RETURN_IF_ERROR(enter(map, depth));
    std::map<std::string, int, std::less<>> keys;
    for (const auto& entry : map) {
      ASSIGN_OR_RETURN(const std::string key, key_text(entry.first));
      if (!keys.emplace(key, 0).second) return error_at(entry.first, "the key '" + key + "' stands here twice");
      RETURN_IF_ERROR(add_value(prefix.empty() ? key : prefix + "." + key, entry.second, depth));
    }
    return {};
  }

  Status add_value(const std::string& key, const YAML::Node& value, int depth) {
    if (value.IsMap()) return add_map(key, value, depth + 1);
    if (value.IsNull()) {
      configuration_.erase(key);
      return {};
    }
    ASSIGN_OR_RETURN(std::string text, value.IsSequence() ? list_text(value, depth + 1) : scalar_text(value));
    RETURN_IF_ERROR(count_bytes(value, key.size() + text.size()));
    configuration_.set(key, std::move(text));
    return {};
  }

  Result<std::string> key_text(const YAML::Node& key) {
    RETURN_IF_ERROR(count_node(key));
    if (!key.IsScalar() || key.Scalar().empty()) return error_at(key, "a key must be a word");
    return key.Scalar();
  }

  Result<std::string> scalar_text(const YAML::Node& scalar) {
    RETURN_IF_ERROR(count_node(scalar));
    const std::string& tag = scalar.Tag();
    if (tag == "?" || tag.empty()) return internal::plain_scalar_text(scalar.Scalar());
    if (tag == "!" || tag == "tag:yaml.org,2002:str") return scalar.Scalar();
    for (const std::string_view type : {"bool", "int", "float"}) {
      if (tag == "tag:yaml.org,2002:" + std::string(type)) return internal::plain_scalar_text(scalar.Scalar());
    }
    return error_at(scalar, "values of the type '" + tag + "' are not read");
  }

  /// An item of a list, or a value of a map in one.
  Result<std::string> item_text(const YAML::Node& node, int depth) {
    if (node.IsSequence()) return list_text(node, depth + 1);
    if (node.IsMap()) return map_text(node, depth + 1);
    if (node.IsNull()) return std::string("null");
    ASSIGN_OR_RETURN(const std::string text, scalar_text(node));
    return internal::flow_item(text);
  }

  Result<std::string> list_text(const YAML::Node& list, int depth) {
    RETURN_IF_ERROR(enter(list, depth));
    std::vector<std::string> items;
    for (const YAML::Node& node : list) {
      ASSIGN_OR_RETURN(std::string item, item_text(node, depth));
      RETURN_IF_ERROR(count_bytes(node, item.size()));
      items.push_back(std::move(item));
    }
    return internal::flow_list(items);
  }

  Result<std::string> map_text(const YAML::Node& map, int depth) {
    RETURN_IF_ERROR(enter(map, depth));
    std::string text;
    for (const auto& entry : map) {
      ASSIGN_OR_RETURN(const std::string key, key_text(entry.first));
      ASSIGN_OR_RETURN(const std::string value, item_text(entry.second, depth));
      RETURN_IF_ERROR(count_bytes(entry.first, key.size() + value.size()));
      text += (text.empty() ? "" : ", ") + internal::flow_item(key) + ": " + value;
    }
    return "{" + text + "}";
  }

  Status enter(const YAML::Node& node, int depth) {
    if (depth > kMaxDepth) return error_at(node, "maps and lists are nested too deeply");
    return count_node(node);
  }

  Status count_node(const YAML::Node& node) {
    return ++nodes_ > kMaxNodes ? error_at(node, "there are too many values") : Status();
  }

  Status count_bytes(const YAML::Node& node, size_t bytes) {
    bytes_ += bytes;
    return bytes_ > kMaxResultBytes ? error_at(node, "keys and values are too long together") : Status();
  }

  Configuration configuration_;
  size_t nodes_ = 0;
  size_t bytes_ = 0;
};

/// Where documents begin, and nothing of what is in them.
class DocumentStarts final : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { last = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  YAML::Mark last;
};

/// YAML::LoadAll would do, if it did not go round for ever at a sign that begins nothing.
Status check_single_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentStarts starts;
  if (!parser.HandleNextDocument(starts) || !parser.HandleNextDocument(starts)) return {};
  return configuration_error(with_place(starts.last, "this is no part of the document, and there must be only one"));
}

/// The parse proper, behind the one place that catches.
Result<Configuration> parse_document(std::string text) {
  // yaml-cpp takes a quote that is still open at the end for closed, but not at the end of a document.
  text += text.ends_with('\n') ? "...\n" : "\n...\n";
  RETURN_IF_ERROR(check_single_document(text));
  return Flattening().flatten(YAML::Load(text));
}

Result<Configuration> parse_without_exceptions(std::string text) {
  try {
    return parse_document(std::move(text));
  } catch (const YAML::Exception& error) {
    const bool open_quote = error.msg == YAML::ErrorMsg::DOC_IN_SCALAR;
    return configuration_error(with_place(error.mark, open_quote ? "a text in quotes does not end" : error.msg));
  } catch (const std::exception& error) {
    return configuration_error(error.what());
  }
}

/// What yaml-cpp would read somehow: bytes that are no text.
Status check_text(std::string_view text) {
  if (text.size() > kMaxConfigurationBytes) {
    return configuration_error("it is larger than " + std::to_string(kMaxConfigurationBytes >> 20) + " MiB");
  }
  if (const auto place = first_malformed_utf8_byte(text)) {
    return configuration_error("byte " + std::to_string(*place + 1) + " is no UTF-8");
  }
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  };
  const auto control = std::ranges::find_if(text, is_control);
  if (control != text.end()) {
    return configuration_error("byte " + std::to_string(control - text.begin() + 1) + " is a control character");
  }
  return {};
}

}  // namespace

Result<Configuration> parse_configuration(std::string_view text, std::string_view name) {
  if (const Status status = check_text(text); !status.ok()) return cannot_parse(name, status.message());
  auto configuration = parse_without_exceptions(std::string(text));
  if (!configuration.ok()) return cannot_parse(name, configuration.status().message());
  return configuration;
}

Result<std::string> read_configuration_text(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown) && !unknown) {
    return configuration_error("The Flink config file '" + path + "' does not exist.");
  }
  // A pipe would be waited for; a folder says so itself when it is read.
  if (!std::filesystem::is_regular_file(path, unknown) && !std::filesystem::is_directory(path, unknown)) {
    return configuration_error("The Flink config file '" + path + "' is no regular file.");
  }
  return read_text_file(path);
}

Result<Configuration> read_configuration_file(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, read_configuration_text(path));
  return parse_configuration(text, "file '" + path + "'");
}

}  // namespace eddyline
