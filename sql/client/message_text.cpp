#include "sql/client/message_text.hpp"

#include <algorithm>

namespace eddyline::sql {
namespace {

/// Bytes of one line of a message; longer ones repeat a literal or a name of the statement.
constexpr size_t kLineBytesMax = 4000;

constexpr std::string_view kBoldBlue = "\x1b[34;1m";
constexpr std::string_view kBoldYellow = "\x1b[33;1m";
constexpr std::string_view kBoldRed = "\x1b[31;1m";
constexpr std::string_view kPlain = "\x1b[0m";

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The line with its middle left out where it is too long; what is wrong stands at its start or end.
std::string shortened_line(std::string_view line) {
  if (line.size() <= kLineBytesMax) return std::string(line);
  size_t head = kLineBytesMax / 2;
  size_t tail = line.size() - kLineBytesMax / 2;
  // Of a line that is no UTF-8 the halves may go whole.
  while (head > 0 && continues_character(line[head])) --head;
  while (tail < line.size() && continues_character(line[tail])) ++tail;
  return std::string(line.substr(0, head)) + " ... (" + std::to_string(tail - head) + " bytes left out) ... " +
         std::string(line.substr(tail));
}

std::string coloured(std::string_view text, std::string_view colour, Colours colours) {
  if (colours == Colours::kNone) return std::string(text) + "\n";
  return std::string(colour) + std::string(text) + std::string(kPlain) + "\n";
}

}  // namespace

std::string shown_message(std::string_view message) {
  std::string text;
  for (size_t start = 0; start <= message.size();) {
    const size_t end = std::min(message.find('\n', start), message.size());
    for (const char c : shortened_line(message.substr(start, end - start))) {
      if (c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F)) {
        text += c;
      } else {
        constexpr std::string_view kDigits = "0123456789ABCDEF";
        text += "\\u00";
        text += kDigits[static_cast<unsigned char>(c) >> 4];
        text += kDigits[static_cast<unsigned char>(c) & 15];
      }
    }
    if (end < message.size()) text += '\n';
    start = end + 1;
  }
  return text;
}

std::string info_line(std::string_view text, Colours colours) {
  return coloured("[INFO] " + std::string(text), kBoldBlue, colours);
}

std::string warning_line(std::string_view text, Colours colours) {
  return coloured("[WARNING] " + shown_message(text), kBoldYellow, colours);
}

std::string error_block(const Status& error, Colours colours) {
  std::string text = "[ERROR] Could not execute SQL statement. Reason:\n" + shown_message(error.message());
  if (error.position() && !error.names_position()) text += "\n(" + to_string(*error.position()) + ")";
  return coloured(text, kBoldRed, colours);
}

}  // namespace eddyline::sql
