#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace eddyline::internal {

/// Collects why an invariant broke, then prints it with a stack trace and stops the process.
class CheckFailure {
 public:
  CheckFailure(const char* file, int line, const char* condition);
  [[noreturn]] ~CheckFailure();
  CheckFailure(const CheckFailure&) = delete;
  CheckFailure& operator=(const CheckFailure&) = delete;

  CheckFailure& operator<<(std::string_view text);
  template <std::integral T>
  CheckFailure& operator<<(T number) {
    return *this << std::string_view(std::to_string(number));
  }

 private:
  std::string text_;
};

/// Gives both arms of the conditional below the type void.
struct CheckVoid {
  void operator&(const CheckFailure&) {}
};

}  // namespace eddyline::internal

/// Stops the process when an invariant is broken; stays on in release builds. CHECK(a < b) << "why";
#define CHECK(condition)                                    \
  (condition) ? static_cast<void>(0)                        \
              : ::eddyline::internal::CheckVoid() &         \
                    ::eddyline::internal::CheckFailure(__FILE__, __LINE__, #condition)

/// For per-row loops only: nothing in release builds.
#ifdef NDEBUG
#define DCHECK(condition) \
  while (false) CHECK(condition)
#else
#define DCHECK(condition) CHECK(condition)
#endif
