#pragma once

#include <cstdint>
#include <vector>

#include "common/net/data_frame.hpp"
#include "common/net/network.hpp"

namespace eddyline::taskexecutor {

/// The connection on which one other executor writes to this process in one attempt.
struct WriterLink {
  Network* network = nullptr;
  uint64_t attempt = 0;
  /// Set before the first frame on it is handed to a channel.
  PeerId peer;
};

/// Grants of credit on the channels of one gate, held back for a few elements so that they travel together.
///
/// Thread   the gate's.
class CreditGrants {
 public:
  /// Grants that wait at most.
  static constexpr size_t kWaitingMax = 8;

  /// The link is borrowed.
  void add(const WriterLink& link, const CreditGrant& grant);
  /// One frame a link.
  void flush();

 private:
  struct Waiting {
    const WriterLink* link = nullptr;
    CreditGrant grant;
  };

  std::vector<Waiting> waiting_;
  std::vector<CreditGrant> together_;
};

}  // namespace eddyline::taskexecutor
