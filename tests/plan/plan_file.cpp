#include "tests/plan/plan_file.hpp"

#include <fstream>

namespace eddyline::sql {
namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path), stream_(path) {}

  Result<PlanFile> read() {
    if (!stream_) return io_error("cannot read " + path_.string());
    PlanFile file;
    std::string leading;
    while (next()) {
      if (line_.empty() || line_.starts_with('#')) {
        leading += line_ + "\n";
        continue;
      }
      ASSIGN_OR_RETURN(PlanBlock block, block_at_line());
      block.leading = std::move(leading);
      leading.clear();
      file.blocks.push_back(std::move(block));
    }
    file.trailing = std::move(leading);
    return file;
  }

 private:
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(stream_, line_));
  }

  Result<PlanBlock> block_at_line() {
    PlanBlock block;
    block.line = number_;
    if (line_.starts_with("tables ")) {
      block.kind = PlanBlock::Kind::kTables;
      block.text = line_.substr(7);
      return block;
    }
    if (line_ == "statement") {
      block.text = text_until("");
      return block;
    }
    if (line_ != "plan" && line_ != "error") {
      return data_error(path_.string() + ":" + std::to_string(number_) + ": unknown block " + line_);
    }
    block.kind = line_ == "plan" ? PlanBlock::Kind::kPlan : PlanBlock::Kind::kError;
    block.text = text_until("----");
    block.expected = text_until("====");
    return block;
  }

  std::string text_until(std::string_view end) {
    std::string text;
    while (next() && line_ != end) text += line_ + "\n";
    return text;
  }

  std::filesystem::path path_;
  std::ifstream stream_;
  std::string line_;
  size_t number_ = 0;
};

}  // namespace

Result<PlanFile> read_plan_file(const std::filesystem::path& path) {
  return Reader(path).read();
}

Status write_plan_file(const std::filesystem::path& path, const PlanFile& file) {
  std::ofstream stream(path);
  for (const PlanBlock& block : file.blocks) {
    stream << block.leading;
    switch (block.kind) {
      case PlanBlock::Kind::kTables:
        stream << "tables " << block.text << "\n";
        break;
      case PlanBlock::Kind::kStatement:
        stream << "statement\n" << block.text << "\n";
        break;
      case PlanBlock::Kind::kPlan:
      case PlanBlock::Kind::kError:
        stream << (block.kind == PlanBlock::Kind::kPlan ? "plan\n" : "error\n") << block.text << "----\n"
               << block.expected << "====\n";
        break;
    }
  }
  stream << file.trailing;
  stream.flush();
  return stream ? Status() : io_error("cannot write " + path.string());
}

}  // namespace eddyline::sql
