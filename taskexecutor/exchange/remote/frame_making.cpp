#include "taskexecutor/exchange/remote/frame_making.hpp"

namespace eddyline::taskexecutor {
Frame control_frame(const DataFrameHeader& header) {
  const BufferPtr buffer = allocate_buffer(kDataFrameHeaderBytes);
  write_header(header, std::span<uint8_t, kDataFrameHeaderBytes>(buffer->data(), kDataFrameHeaderBytes));
  return Frame::of(buffer, kDataFrameHeaderBytes);
}

Frame grants_frame(uint64_t attempt, std::span<const CreditGrant> grants) {
  const size_t payload = grants_bytes(grants.size());
  const BufferPtr buffer = allocate_buffer(kDataFrameHeaderBytes + payload);
  write_header({.kind = DataFrameKind::kCredit, .attempt = attempt, .payload_bytes = payload},
               std::span<uint8_t, kDataFrameHeaderBytes>(buffer->data(), kDataFrameHeaderBytes));
  write_grants(grants, buffer->data() + kDataFrameHeaderBytes);
  return Frame::of(buffer, kDataFrameHeaderBytes + payload);
}

}  // namespace eddyline::taskexecutor
