// Messages between two processes over common/net, against ZeroMQ without anything around it: CPU seconds of both processes
// for each GB, best of several runs in turn.
//   raw_network_bench [--rounds N] [--megabytes N]
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>

#include "common/net/network.hpp"

namespace eddyline::bench {
namespace {

struct Load {
  size_t frame_bytes;
  size_t frames;
};

NetworkSettings settings() {
  NetworkSettings made;
  made.protocol = "bench";
  return made;
}

BufferPtr filled_buffer(size_t bytes) {
  const BufferPtr buffer = allocate_buffer(bytes);
  std::memset(buffer->data(), 7, bytes);
  return buffer;
}

/// Tells when all frames have come, or the connection's end.
class Counter final : public NetworkHandler {
 public:
  explicit Counter(size_t frames) : left_(frames) {}
  void on_connect(PeerId) override {}
  void on_message(PeerId, Frame message) override {
    sum_ += message.bytes[0];
    if (--left_ == 0) done_.set_value();
  }
  void on_disconnect(PeerId, const Status&) override {
    if (left_ != 0) ended_.set_value();
  }
  void wait_done() { done_.get_future().wait(); }
  void wait_ended() { ended_.get_future().wait(); }

 private:
  size_t left_;
  uint64_t sum_ = 0;
  std::promise<void> done_;
  std::promise<void> ended_;
};

void receive_with_network(int report, const Load& load) {
  Counter counter(load.frames);
  const auto network = Network::start().value();
  const uint16_t port = network->listen({"127.0.0.1", 0}, settings(), counter).value().port;
  CHECK(write(report, &port, sizeof port) == sizeof port) << "no port told";
  counter.wait_done();
}

void send_with_network(uint16_t port, const Load& load) {
  Counter counter(1);
  const auto network = Network::start().value();
  const BufferPtr buffer = filled_buffer(load.frame_bytes);
  const PeerId peer = network->connect({"127.0.0.1", port}, settings(), counter);
  for (size_t i = 0; i < load.frames; ++i) network->send(peer, Frame::of(buffer, load.frame_bytes));
  // The receiver ends once it has all.
  counter.wait_ended();
}

void* raw_socket(void* context, int type) {
  void* socket = zmq_socket(context, type);
  const int unlimited = 0;
  zmq_setsockopt(socket, ZMQ_SNDHWM, &unlimited, sizeof unlimited);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &unlimited, sizeof unlimited);
  return socket;
}

void receive_raw(int report, const Load& load) {
  void* context = zmq_ctx_new();
  void* socket = raw_socket(context, ZMQ_PULL);
  zmq_bind(socket, "tcp://127.0.0.1:*");
  std::array<char, 64> endpoint{};
  size_t size = endpoint.size();
  zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, endpoint.data(), &size);
  const auto port = static_cast<uint16_t>(std::atol(std::strrchr(endpoint.data(), ':') + 1));
  CHECK(write(report, &port, sizeof port) == sizeof port) << "no port told";
  uint64_t sum = 0;
  for (size_t i = 0; i < load.frames; ++i) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    zmq_msg_recv(&message, socket, 0);
    sum += *static_cast<const uint8_t*>(zmq_msg_data(&message));
    zmq_msg_close(&message);
  }
  CHECK(sum == 7 * load.frames) << "bytes are missing";
  zmq_close(socket);
  zmq_ctx_term(context);
}

void send_raw(uint16_t port, const Load& load) {
  void* context = zmq_ctx_new();
  void* socket = raw_socket(context, ZMQ_PUSH);
  zmq_connect(socket, ("tcp://127.0.0.1:" + std::to_string(port)).c_str());
  const BufferPtr buffer = filled_buffer(load.frame_bytes);
  for (size_t i = 0; i < load.frames; ++i) {
    zmq_msg_t message;
    zmq_msg_init_data(
        &message, buffer->data(), load.frame_bytes, [](void*, void*) {}, nullptr);
    zmq_msg_send(&message, socket, 0);
  }
  zmq_close(socket);
  zmq_ctx_term(context);
}

double cpu_seconds_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// CPU seconds of a sending and a receiving process.
double measure(const std::function<void(int)>& receive, const std::function<void(uint16_t)>& send) {
  const double before = cpu_seconds_of_children();
  std::array<int, 2> report{};
  CHECK(pipe(report.data()) == 0) << "no pipe";
  if (fork() == 0) {
    receive(report[1]);
    _exit(0);
  }
  uint16_t port = 0;
  CHECK(read(report[0], &port, sizeof port) == sizeof port) << "the receiver has not begun";
  if (fork() == 0) {
    send(port);
    _exit(0);
  }
  for (int i = 0; i < 2; ++i) wait(nullptr);
  close(report[0]);
  close(report[1]);
  return cpu_seconds_of_children() - before;
}

void compare(const Load& load, int rounds) {
  double raw = 1e300;
  double ours = 1e300;
  for (int i = 0; i < rounds; ++i) {
    raw = std::min(
        raw, measure([&](int report) { receive_raw(report, load); }, [&](uint16_t port) { send_raw(port, load); }));
    ours = std::min(ours, measure([&](int report) { receive_with_network(report, load); },
                                  [&](uint16_t port) { send_with_network(port, load); }));
  }
  const double gigabytes = static_cast<double>(load.frame_bytes * load.frames) / 1e9;
  std::printf("%4zu KiB  ZeroMQ %.3f  common/net %.3f CPU s a GB  ratio %.3f\n", load.frame_bytes / 1024,
              raw / gigabytes, ours / gigabytes, raw / ours);
}

size_t argument(int argc, char** argv, const char* name, size_t otherwise) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) return static_cast<size_t>(std::atol(argv[i + 1]));
  }
  return otherwise;
}

}  // namespace
}  // namespace eddyline::bench

int main(int argc, char** argv) {
  const auto rounds = static_cast<int>(eddyline::bench::argument(argc, argv, "--rounds", 5));
  const size_t bytes = eddyline::bench::argument(argc, argv, "--megabytes", 2000) << 20;
  for (const size_t frame_bytes : {size_t{64} << 10, size_t{128} << 10, size_t{256} << 10}) {
    eddyline::bench::compare({frame_bytes, bytes / frame_bytes}, rounds);
  }
  return 0;
}
