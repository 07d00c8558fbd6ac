#include "plan/object_identifier.hpp"

#include "common/base/quoting.hpp"

namespace eddyline::plan {

std::string ObjectIdentifier::quoted() const {
  return quote_identifier(catalog) + "." + quote_identifier(database) + "." + quote_identifier(object);
}

}  // namespace eddyline::plan
