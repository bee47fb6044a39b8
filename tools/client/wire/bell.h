// Bell: a stream of a server, of which only that something comes is told.
#pragma once

#include <memory>
#include <utility>

#include "nomic/client/event_stream.h"
#include "wire.h"

namespace nomic::tools {

class Bell : public EventStream {
 public:
  explicit Bell(std::unique_ptr<Wire> wire) : wire_(std::move(wire)) {}
  [[nodiscard]] int descriptor() const override { return wire_->descriptor(); }
  Rang look() override;

 private:
  std::unique_ptr<Wire> wire_;
};

}  // namespace nomic::tools
