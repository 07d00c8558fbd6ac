// PRINTF.
#include "common/text/value_text.hpp"
#include "expression/functions/kernel/java_format.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text_limit.hpp"

namespace eddyline::expression {
namespace {

/// How PRINTF reads the values of one type: it sees Flink's internal ones, days of a DATE, milliseconds of a TIME.
class ArgumentReader {
 public:
  explicit ArgumentReader(const DataType& type) : type_(type), text_(written_as(type), style_of(type)) {}

  /// The argument's text stays valid until the next row is read.
  FormatArgument read(const DecodedColumn& column, size_t row) {
    FormatArgument argument;
    if (column.is_null(row)) return argument;
    argument.kind = FormatArgument::Kind::kOther;
    read_number(column, row, argument);
    buffer_.clear();
    text_.append(column, row, buffer_);
    argument.text = buffer_.view();
    return argument;
  }

 private:
  /// A type whose values are stored alike and written as the internal value is.
  static DataType written_as(const DataType& type) {
    switch (type.root()) {
      case TypeRoot::kDate:
      case TypeRoot::kTime:
      case TypeRoot::kIntervalYearMonth:
        return DataType::integer();
      case TypeRoot::kIntervalDayTime:
        return DataType::bigint();
      case TypeRoot::kTimestampLtz:
        return DataType::timestamp(type.precision());
      default:
        return type;
    }
  }
  static TextStyle style_of(const DataType& type) {
    return type.is(TypeRoot::kDecimal) ? TextStyle::kCast : TextStyle::kRow;
  }

  void read_number(const DecodedColumn& column, size_t row, FormatArgument& argument) const {
    const auto integer = [&](int64_t value, int bits) {
      argument.kind = FormatArgument::Kind::kInteger;
      argument.integer = value;
      argument.bits = bits;
    };
    const auto real = [&](double value) {
      argument.kind = FormatArgument::Kind::kReal;
      argument.real = value;
    };
    switch (written_as(type_).root()) {
      case TypeRoot::kBoolean:
        argument.kind = FormatArgument::Kind::kBoolean;
        argument.truth = column.value<uint8_t>(row) != 0;
        return;
      case TypeRoot::kTinyint:
        return integer(column.value<int8_t>(row), 8);
      case TypeRoot::kSmallint:
        return integer(column.value<int16_t>(row), 16);
      case TypeRoot::kInteger:
        return integer(column.value<int32_t>(row), 32);
      case TypeRoot::kBigint:
        return integer(column.value<int64_t>(row), 64);
      case TypeRoot::kFloat:
        return real(column.value<float>(row));
      case TypeRoot::kDouble:
        return real(column.value<double>(row));
      default:
        return;
    }
  }

  DataType type_;
  ValueText text_;
  TextBuffer buffer_;
};

class PrintfKernel final : public Kernel {
 public:
  explicit PrintfKernel(std::span<const DataType> arguments) {
    for (const DataType& type : arguments) readers_.emplace_back(type);
    arguments_.resize(arguments.size());
  }

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    columns_.clear();
    for (const ColumnPtr& argument : arguments) columns_.emplace_back(*argument);
    rows.for_each([&](size_t row) { format_row(context, row, out); });
    return {};
  }

 private:
  void format_row(EvaluationContext& context, size_t row, MutableColumn& out) {
    if (columns_[0].is_null(row)) return out.set_null(row);
    prepare(columns_[0].string(row));
    if (!format_) return out.set_null(row);
    if (!format_->is_complete()) {
      out.set_null(row);
      return context.fail(row, not_supported("conversions a, h and t in the format '" + source_ + "'"));
    }
    const auto refuse = [&] {
      out.set_null(row);
      context.fail(row, made_text_too_long("PRINTF"));
    };
    if (format_->padding() > kMadeTextBytesMax) return refuse();
    for (size_t i = 0; i < readers_.size(); ++i) arguments_[i] = readers_[i].read(columns_[i + 1], row);
    text_.clear();
    switch (format_->append(arguments_, kMadeTextBytesMax, text_)) {
      case JavaFormat::Outcome::kWritten:
        return out.set_string(row, text_);
      case JavaFormat::Outcome::kMismatch:
        return out.set_null(row);
      case JavaFormat::Outcome::kTooLong:
        return refuse();
    }
  }

  /// Formats rarely change from row to row.
  void prepare(std::string_view format) {
    if (prepared_ && source_ == format) return;
    source_ = format;
    format_ = JavaFormat::parse(format);
    prepared_ = true;
  }

  std::vector<ArgumentReader> readers_;
  std::vector<FormatArgument> arguments_;
  std::vector<DecodedColumn> columns_;
  std::string source_;
  std::optional<JavaFormat> format_;
  bool prepared_ = false;
  std::string text_;
};

constexpr std::string_view kSignature = "PRINTF(format <CHARACTER_STRING>, obj <ANY>...)";

Result<ResolvedCall> resolve(std::span<const DataType> types, std::span<const Value* const>) {
  if (types.empty()) return wrong_argument_count("PRINTF", "1 or more");
  ResolvedCall resolved{{types.begin(), types.end()}, DataType::string()};
  resolved.may_be_null = true;
  for (DataType& type : resolved.operand_types) {
    if (type.is(TypeRoot::kNull)) type = DataType::string();
    // Flink writes the address of a byte array.
    if (type.is_binary() || type.is_nested()) return not_supported("PRINTF of " + type.to_string());
  }
  if (!resolved.operand_types[0].is_character()) {
    return invalid_call("PRINTF", types, kSignature,
                        "Unsupported argument type. Expected type of family 'CHARACTER_STRING' but actual type was '" +
                            types[0].to_string() + "'.");
  }
  return resolved;
}

}  // namespace

void register_text_format(FunctionRegistry& registry);
void register_text_format(FunctionRegistry& registry) {
  FunctionTraits traits;
  traits.null_handling = NullHandling::kKernel;
  ScalarFunction function = make_function(
      "PRINTF", "The arguments in the places that a format of Java's Formatter gives them.", {},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        return std::make_unique<PrintfKernel>(site.operand_types.subspan(1));
      },
      traits);
  function.resolve = resolve;
  registry.add(std::move(function));
}

}  // namespace eddyline::expression
