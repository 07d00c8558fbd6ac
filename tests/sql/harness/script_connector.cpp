#include "tests/sql/harness/script_connector.hpp"

#include <algorithm>
#include <cstdio>
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

/// Everything in order, cut to the batch limits. The split's state is the number of events given and of rows of
/// the next, which is what a restore continues with.
class ScriptReader final : public SourceReader {
 public:
  ScriptReader(ScriptTables& tables, const std::string& table, const SourceReaderContext& context)
      : tables_(tables), table_(table), limits_(context.limits), reading_(tables, table, context.wake) {}

  Status add_splits(std::vector<SourceSplit> splits) override {
    for (const SourceSplit& split : splits) {
      owns_split_ = true;
      if (std::sscanf(split.state.c_str(), "%zu %zu", &event_, &row_) != 2) return data_error("no split of a script table");
    }
    return {};
  }

  Result<ReadOutcome> read() override {
    if (!owns_split_) return ReadOutcome::end();
    const std::optional<ScriptTables::Event> event = tables_.event(table_, event_);
    if (!event) return ReadOutcome::idle({}, std::nullopt);
    if (const auto* rows = std::get_if<Batch>(&*event)) return ReadOutcome::more(next_rows(*rows));
    ++event_;
    if (const auto* watermark = std::get_if<EventTime>(&*event)) {
      ReadOutcome outcome = ReadOutcome::more({});
      outcome.watermark = *watermark;
      return outcome;
    }
    return ReadOutcome::end();
  }

  Result<std::vector<SourceSplit>> snapshot() override {
    if (!owns_split_) return std::vector<SourceSplit>();
    return std::vector<SourceSplit>{{"script", std::to_string(event_) + " " + std::to_string(row_)}};
  }

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
  ScriptTables::Reading reading_;
  bool owns_split_ = false;
  size_t event_ = 0;
  size_t row_ = 0;
};

class ScriptEnumerator final : public SplitEnumerator {
 public:
  Result<SplitAssignment> assign(Parallelism parallelism, const std::vector<SourceSplit>* restored) override {
    return deal_in_turn(restored == nullptr ? std::vector<SourceSplit>{{"script", "0 0"}} : *restored, parallelism);
  }
};

class ScriptSource final : public TableSource {
 public:
  ScriptSource(ScriptTables& tables, std::string table, SourceDescriptor descriptor)
      : tables_(tables), table_(std::move(table)), descriptor_(descriptor) {}
  SourceDescriptor descriptor() const override { return descriptor_; }
  std::unique_ptr<SplitEnumerator> create_enumerator() const override { return std::make_unique<ScriptEnumerator>(); }
  Result<std::unique_ptr<SourceReader>> create_reader(const SourceReaderContext& context) const override {
    return std::make_unique<ScriptReader>(tables_, table_, context);
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

void ScriptTables::add(const std::string& table, Event event) {
  const std::lock_guard lock(mutex_);
  events_[table].push_back(std::move(event));
  const auto [first, end] = wakes_.equal_range(table);
  for (auto wake = first; wake != end; ++wake) wake->second();
}

void ScriptTables::clear() {
  const std::lock_guard lock(mutex_);
  read_.clear();
  events_.clear();
}

bool ScriptTables::all_ended() const {
  const std::lock_guard lock(mutex_);
  return !read_.empty() && std::ranges::all_of(read_, [&](const std::string& table) {
    const auto found = events_.find(table);
    return found != events_.end() && !found->second.empty() &&
           std::holds_alternative<EndOfTable>(found->second.back());
  });
}

std::optional<ScriptTables::Event> ScriptTables::event(const std::string& table, size_t index) const {
  const std::lock_guard lock(mutex_);
  const auto found = events_.find(table);
  if (found == events_.end() || index >= found->second.size()) return std::nullopt;
  return found->second[index];
}

void ScriptTables::declare(const std::string& table, RowType columns) {
  const std::lock_guard lock(mutex_);
  read_.insert(table);
  columns_[table] = std::move(columns);
}

Result<RowType> ScriptTables::columns(const std::string& table) const {
  const std::lock_guard lock(mutex_);
  const auto found = columns_.find(table);
  if (found == columns_.end()) return not_found("no query reads a script table called '" + table + "'");
  return found->second;
}

ScriptTables::Reading::Reading(ScriptTables& tables, const std::string& table, std::function<void()> wake)
    : tables_(tables) {
  const std::lock_guard lock(tables_.mutex_);
  place_ = tables_.wakes_.emplace(table, std::move(wake));
}

ScriptTables::Reading::~Reading() {
  const std::lock_guard lock(tables_.mutex_);
  tables_.wakes_.erase(place_);
}

void register_script(ConnectorRegistry& registry, ScriptTables& tables) {
  registry.add(std::make_unique<ScriptFactory>(tables));
}

}  // namespace eddyline::sql_tests
