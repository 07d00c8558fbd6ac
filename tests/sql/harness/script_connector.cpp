#include "tests/sql/harness/script_connector.hpp"

#include <algorithm>
#include <optional>

#include "common/base/check.hpp"
#include "common/config/option.hpp"

namespace eddyline::sql_tests {
namespace {

using namespace connectors;

struct ScriptOptions : OptionGroup {
  ScriptOptions() : OptionGroup("script", "Rows that a test feeds.") {}
  Option<std::string> changelog_mode{*this, "changelog-mode", {.text = "Kinds of rows: I,UB,UA,D."}};
  Option<bool> bounded{*this, "bounded", {.value = false, .text = "Whether the table is declared bounded."}};
};
const ScriptOptions& script_options() {
  static const ScriptOptions options;
  return options;
}

/// Everything in order, cut to the batch limits. The split's state is the number of rows and other events given, which
/// is what a restore continues with.
class ScriptReader final : public SourceReader {
 public:
  ScriptReader(ScriptTables& tables, std::string table, BatchLimits limits)
      : tables_(tables), table_(std::move(table)), limits_(limits) {}

  Status add_splits(std::vector<SourceSplit> splits) override {
    owns_split_ = owns_split_ || !splits.empty();
    return {};
  }

  Result<ReadOutcome> read() override {
    if (!owns_split_) return ReadOutcome::end();
    const auto& events = tables_.events(table_);
    // Nothing wakes the reader: the test has the driver ask again.
    if (event_ == events.size()) return ReadOutcome::idle({}, std::nullopt);
    if (const auto* rows = std::get_if<Batch>(&events[event_])) return ReadOutcome::more(next_rows(*rows));
    ++event_;
    if (const auto* watermark = std::get_if<EventTime>(&events[event_ - 1])) {
      ReadOutcome outcome = ReadOutcome::more({});
      outcome.watermark = *watermark;
      return outcome;
    }
    return ReadOutcome::end();
  }

  Result<std::vector<SourceSplit>> snapshot() override { return not_supported("checkpoints of script tables"); }

 private:
  Batch next_rows(const Batch& rows) {
    const size_t count = std::min(limits_.rows, rows.rows() - row_);
    Batch slice = rows.slice(row_, count);
    row_ += count;
    if (row_ == rows.rows()) {
      row_ = 0;
      ++event_;
    }
    return slice;
  }

  ScriptTables& tables_;
  std::string table_;
  BatchLimits limits_;
  bool owns_split_ = false;
  size_t event_ = 0;
  size_t row_ = 0;
};

class ScriptEnumerator final : public SplitEnumerator {
 public:
  Result<SplitAssignment> assign(Parallelism parallelism, const std::vector<SourceSplit>* restored) override {
    if (restored != nullptr) return not_supported("checkpoints of script tables");
    return deal_in_turn({{"script", ""}}, parallelism);
  }
};

class ScriptSource final : public TableSource {
 public:
  ScriptSource(ScriptTables& tables, std::string table, SourceDescriptor descriptor)
      : tables_(tables), table_(std::move(table)), descriptor_(descriptor) {}
  SourceDescriptor descriptor() const override { return descriptor_; }
  std::unique_ptr<SplitEnumerator> create_enumerator() const override { return std::make_unique<ScriptEnumerator>(); }
  Result<std::unique_ptr<SourceReader>> create_reader(const SourceReaderContext& context) const override {
    return std::make_unique<ScriptReader>(tables_, table_, context.limits);
  }

 private:
  ScriptTables& tables_;
  std::string table_;
  SourceDescriptor descriptor_;
};

Result<ChangelogMode> parse_mode(const std::string& text) {
  ChangelogMode mode;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, comma - at);
    at = comma + 1;
    if (word == "I")
      mode = mode.with(RowKind::kInsert);
    else if (word == "UB")
      mode = mode.with(RowKind::kUpdateBefore);
    else if (word == "UA")
      mode = mode.with(RowKind::kUpdateAfter);
    else if (word == "D")
      mode = mode.with(RowKind::kDelete);
    else
      return validation_error("'" + word + "' is none of I, UB, UA, D");
  }
  return mode;
}

class ScriptFactory final : public ConnectorFactory {
 public:
  explicit ScriptFactory(ScriptTables& tables) : tables_(tables) {}
  std::string_view identifier() const override { return "script"; }
  std::vector<OptionScope> option_scopes(const TableDescription&) const override { return {{&script_options()}}; }
  bool has_source() const override { return true; }

  Result<std::unique_ptr<TableSource>> create_source(const TableDescription& table) const override {
    SourceDescriptor descriptor;
    ASSIGN_OR_RETURN(const bool bounded, table.options.get(script_options().bounded));
    descriptor.boundedness = bounded ? Boundedness::kBounded : Boundedness::kUnbounded;
    ASSIGN_OR_RETURN(const auto mode, table.options.find(script_options().changelog_mode));
    if (mode) {
      ASSIGN_OR_RETURN(descriptor.changelog_mode, parse_mode(*mode));
    } else if (!table.primary_key.empty()) {
      descriptor.changelog_mode = ChangelogMode::all();
    }
    descriptor.abilities.source_watermark = true;
    descriptor.parallelism = Parallelism(1);
    const std::string name = table.name.substr(table.name.rfind('.') + 1);
    tables_.declare(name, table.columns);
    return std::make_unique<ScriptSource>(tables_, name, descriptor);
  }

 private:
  ScriptTables& tables_;
};

}  // namespace

bool ScriptTables::all_ended() const {
  return !read_.empty() && std::ranges::all_of(read_, [&](const std::string& table) {
    const auto found = events_.find(table);
    return found != events_.end() && !found->second.empty() &&
           std::holds_alternative<EndOfTable>(found->second.back());
  });
}

void register_script(ConnectorRegistry& registry, ScriptTables& tables) {
  registry.add(std::make_unique<ScriptFactory>(tables));
}

}  // namespace eddyline::sql_tests
