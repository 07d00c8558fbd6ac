#pragma once

#include <string>
#include <string_view>

#include "common/config/configuration.hpp"

namespace eddyline {

/// Largest configuration file that is read.
inline constexpr size_t kMaxConfigurationBytes = size_t{1} << 20;

/// Reads a config.yaml: one YAML document that is a map, scalars with the meaning of YAML 1.2's core schema.
///
/// Nested maps are flattened with '.', so that nested and dotted keys may be mixed; of two that name the same option the later one
/// counts. A key without a value is not set. Lists, and maps inside them, are kept as one text in flow form, which options of type
/// list and map read. Keys are not looked up: who reads an option finds its older spellings too.
///
/// Errors   kConfigurationError "The Flink config file 'PATH' does not exist." or "Error parsing YAML configuration. " with place and
///          reason: no YAML, the same key twice at one level, not a map, more than one document, no UTF-8, too large or nested too
///          deeply; kIoError for a file that cannot be read.
Result<Configuration> read_configuration_file(const std::string& path);

/// The same for a text; `name` is what messages call it, such as "file 'PATH'".
Result<Configuration> parse_configuration(std::string_view text, std::string_view name);

/// What such a file holds, unread.
/// Errors   as of read_configuration_file() for a file that is not there, is none, or cannot be read.
Result<std::string> read_configuration_text(const std::string& path);

}  // namespace eddyline
