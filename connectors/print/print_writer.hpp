#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/text/text_buffer.hpp"
#include "common/text/value_text.hpp"
#include "connectors/sink.hpp"

namespace eddyline::connectors {

/// Writes every row as one line: prefix, kind, fields. A batch is one write, and a -U goes out with its +U also where a
/// batch ends between them.
class PrintWriter final : public SinkWriter {
 public:
  /// `prefix` stands before every line; `output` outlives the writer.
  PrintWriter(std::string_view prefix, const RowType& columns, TextOutput& output);

  Status write(const Batch& batch) override;
  Status flush() override;
  Status close() override { return flush(); }

 private:
  void append_row(const Batch& batch, size_t row);
  /// Writes the text up to `size` and keeps the rest.
  Status write_out(size_t size);

  TextOutput& output_;
  /// Prefix, kind and bracket by row kind: "early> +I[".
  std::array<std::string, 4> heads_;
  std::vector<ValueText> fields_;
  /// Of the batch at hand.
  std::vector<DecodedColumn> columns_;
  TextBuffer text_;
};

}  // namespace eddyline::connectors
