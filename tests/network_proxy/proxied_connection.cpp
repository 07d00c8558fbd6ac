#include "tests/network_proxy/proxied_connection.hpp"

#include <sys/socket.h>
#include <unistd.h>

namespace eddyline {

ProxiedConnection::ProxiedConnection(int client, int target)
    : client_(client), target_(target), there_(client, target), back_(target, client) {}

ProxiedConnection::~ProxiedConnection() {
  ::close(client_);
  ::close(target_);
}

void ProxiedConnection::add_polled(std::vector<pollfd>& polled) const {
  const auto events = [](const Pump& reading, const Pump& writing) {
    return static_cast<short>((reading.wants_read() ? POLLIN : 0) | (writing.wants_write() ? POLLOUT : 0));
  };
  const short of_client = events(there_, back_);
  const short of_target = events(back_, there_);
  // A descriptor that nothing is wanted of would still tell of its end, again and again.
  if (of_client != 0) polled.push_back({client_, of_client, 0});
  if (of_target != 0) polled.push_back({target_, of_target, 0});
}

bool ProxiedConnection::move() {
  return there_.move() && back_.move() && !(there_.is_done() && back_.is_done());
}

void ProxiedConnection::cut(CutWay way) {
  if (way == CutWay::kFinish) return;
  // Closing with a linger of nothing sends RST.
  const linger at_once{1, 0};
  ::setsockopt(client_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::setsockopt(target_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace eddyline
