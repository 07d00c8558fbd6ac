#pragma once

#include <map>
#include <string>

#include "schemas/control_messages.hpp"
#include "tests/unit/jobmanager/core/core_driver.hpp"

namespace eddyline::jobmanager::tests {

/// Names for what is drawn at random, so that a script can speak of it.
struct Names {
  std::map<PeerId, std::string> peers;
  std::map<JobId, std::string> jobs;
  std::map<schemas::AttemptId, std::string> attempts;

  std::string of(JobId job) const;
  std::string of(schemas::AttemptId attempt) const;
};

/// "e1 StartJob j1".
std::string said_text(const Said& said, const Names& names);

}  // namespace eddyline::jobmanager::tests
