// EventStream: what a server sends to whoever follows a game, as a bell: whenever something comes there may be more.
//
// What is in it is not read: whoever follows looks at the ledger, and shows what is there and nothing else.
#pragma once

namespace nomic::tools {

class EventStream {
 public:
  EventStream() = default;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  virtual ~EventStream() = default;

  // To wait for, by poll(2), until it can be read.
  [[nodiscard]] virtual int descriptor() const = 0;
  // Takes what is there, and does not wait.
  enum class Rang { NO, YES, ENDED };
  virtual Rang look() = 0;
};

}  // namespace nomic::tools
