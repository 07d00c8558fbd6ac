#pragma once

#include <string>

#include "common/file/text_output.hpp"
#include "sql/client/interruption.hpp"
#include "sql/client/line_source.hpp"

namespace eddyline::sql {

/// Lines of a descriptor that nobody types at: the prompt and each line are printed as a terminal would show them.
class PipedLines final : public LineSource {
 public:
  /// All are borrowed. `name` is for messages: "standard input".
  PipedLines(int descriptor, std::string name, TextOutput& output, Interruption& interruption)
      : descriptor_(descriptor), name_(std::move(name)), output_(output), interruption_(interruption) {}

  /// kEnd also after an interruption, which nobody at a prompt is there to go on from.
  Result<TypedLine> read(std::string_view prompt) override;
  void remember(std::string_view) override {}

 private:
  Result<TypedLine> next_line();
  /// False at the end of the input or after an interruption.
  Result<bool> read_more();
  TypedLine take_line(size_t length, size_t with_break);

  const int descriptor_;
  const std::string name_;
  TextOutput& output_;
  Interruption& interruption_;
  /// Read and not given yet, from `start_` on.
  std::string buffered_;
  size_t start_ = 0;
};

}  // namespace eddyline::sql
