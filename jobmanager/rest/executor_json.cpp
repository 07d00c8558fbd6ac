#include "jobmanager/rest/executor_json.hpp"

namespace eddyline::jobmanager {
namespace {

using Object = JsonValue::Object;

uint64_t memory_of(const RegisteredExecutor& executor) {
  return executor.memory ? executor.memory->value() : 0;
}

/// An executor has one budget, which its slots share.
Object resource_json() {
  return {{"cpuCores", 0.0},    {"taskHeapMemory", 0}, {"taskOffHeapMemory", 0},
          {"managedMemory", 0}, {"networkMemory", 0},  {"extendedResources", Object()}};
}

Object memory_json(const RegisteredExecutor& executor) {
  Object json;
  for (const char* const name : {"frameworkHeap", "taskHeap", "frameworkOffHeap", "taskOffHeap", "networkMemory",
                                 "managedMemory", "jvmMetaspace", "jvmOverhead"}) {
    json.emplace_back(name, 0);
  }
  json.emplace_back("totalFlinkMemory", memory_of(executor));
  json.emplace_back("totalProcessMemory", memory_of(executor));
  return json;
}

}  // namespace

Object executor_json(const ExecutorView& view) {
  const RegisteredExecutor& executor = view.executor;
  return {{"id", executor.address.executor.value()},
          {"path", executor.address.host + ":" + std::to_string(executor.address.data_port)},
          {"dataPort", executor.address.data_port},
          {"jmxPort", -1},
          {"timeSinceLastHeartbeat", executor.heard.wall.value()},
          {"slotsNumber", executor.slots},
          {"freeSlots", view.free_slots},
          {"totalResource", resource_json()},
          {"freeResource", resource_json()},
          {"hardware", Object{{"cpuCores", 0}, {"physicalMemory", 0}, {"freeMemory", 0}, {"managedMemory", 0}}},
          {"memoryConfiguration", memory_json(executor)},
          {"blocked", false}};
}

}  // namespace eddyline::jobmanager
