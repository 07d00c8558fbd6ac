#include "common/file/owned_descriptor.hpp"

#include <unistd.h>

namespace eddyline {

OwnedDescriptor::~OwnedDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace eddyline
