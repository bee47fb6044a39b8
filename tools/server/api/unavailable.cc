#include "api/unavailable.h"

#include <fmt/format.h>

#include <string>

#include "api/problems.h"

namespace nomic::tools {

HttpAnswer busy(std::string_view what) {
  return problem_answer(503, "BUSY", fmt::format("too many {} wait already: this one was not taken.", what),
                        "ask again in a moment");
}

HttpAnswer share_used(std::string_view what) {
  HttpAnswer answer = problem_answer(429, "SHARE_USED", fmt::format("as many {} of your address wait as may.", what),
                                     "wait for their answers, and ask again then");
  answer.headers.emplace_back("retry-after", "1");
  return answer;
}

HttpAnswer dropped(Readers::Dropped why) {
  if (why == Readers::Dropped::CROWDED) return busy("questions");
  if (why == Readers::Dropped::ENDING) {
    return problem_answer(503, "ENDING", "the server ends: this question was not answered.",
                          "ask again once the server runs again");
  }
  return problem_answer(503, "LEFT", "the connection was closed for sending before its question was answered.",
                        "keep the connection open until the answer has come");
}

HttpAnswer not_made(Committer::NotMade why) {
  switch (why) {
    case Committer::NotMade::FULL:
      return busy("moves");
    case Committer::NotMade::SHARE_USED:
      return share_used("moves");
    case Committer::NotMade::ENDING:
      break;
  }
  return problem_answer(503, "ENDING", "the server ends: this move was not made.",
                        "send it again, under the same request ID, once the server runs again");
}

HttpAnswer out_of_memory(const char* why) {
  return problem_answer(503, "OUT_OF_MEMORY", fmt::format("the answer broke off: {}.", why), "ask again");
}

HttpAnswer behind(std::uint64_t told, std::uint64_t size) {
  return problem_answer(503, "BEHIND", fmt::format("you were told of {} records, and here are {} yet.", told, size),
                        "ask again in a moment, or another of the servers");
}

HttpAnswer another_history(std::uint64_t told, std::uint64_t size) {
  return problem_answer(409, "ANOTHER_HISTORY",
                        fmt::format("the game has {} records, and you were told of {}.", size, told),
                        "this copy is another, or an older one: compare them with nomic compare");
}

}  // namespace nomic::tools
