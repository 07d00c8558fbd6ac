#include "plan/object_identifier.hpp"

namespace eddyline::plan {

std::string quote_identifier(const std::string& name) {
  std::string quoted = "`";
  for (const char c : name) {
    if (c == '`') quoted += '`';
    quoted += c;
  }
  return quoted + "`";
}

std::string ObjectIdentifier::quoted() const {
  return quote_identifier(catalog) + "." + quote_identifier(database) + "." + quote_identifier(object);
}

}  // namespace eddyline::plan
