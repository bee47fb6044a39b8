#include "answered.h"

#include <fmt/format.h>

#include <memory>

#include "nomic/v1/api.pb.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr unsigned UNAUTHORIZED = 401;
constexpr unsigned FORBIDDEN = 403;
constexpr unsigned UNKNOWN_TYPE = 415;
constexpr unsigned SERVER_FAULT = 500;
constexpr unsigned OVERLOADED = 503;
constexpr unsigned TOO_MANY = 429;
constexpr unsigned TOO_SLOW = 408;

// Why something was refused: a few sentences.
constexpr JsonLimits PROBLEM{.bytes = MOST_OF_PROBLEM, .depth = 16, .values = 1'000};

constexpr const char* IS_THE_ADDRESS_RIGHT =
    "see whether the address is that of nomic serve, or of what stands before it";

constexpr const char* ASK_AGAIN =
    "repeat it under the same --request-id, which records it once; nomic log shows what is recorded";

Failure outcome_unknown(const AskedOf& of, const std::string& why) {
  return {Exit::UNAVAILABLE, fmt::format("{} {}: it may or may not be recorded", of.server, why), ASK_AGAIN,
          "OUTCOME_UNKNOWN"};
}

Failure other_version(const AskedOf& of, std::string_view theirs) {
  return {
      Exit::UNAVAILABLE,
      fmt::format("{} is nomic {}, and takes no moves from nomic {}: nothing is recorded", of.server,
                  theirs.empty() ? std::string("of another version") : on_one_line(std::string(theirs)), of.version),
      of.is_local ? "end the server and start it anew, with this program"
                  : "use the server's version; reading goes on with this one",
      "OTHER_VERSION"};
}

// What the listener says before any game is asked: it has no status of a command.
Failure refused_by_listener(const AskedOf& of, const HttpAnswered& answered, const v1::ProblemView& problem) {
  const bool later = answered.status >= SERVER_FAULT || answered.status == TOO_MANY || answered.status == TOO_SLOW;
  Failure failure = usage(fmt::format("{} does not take this: {}", of.server, on_one_line(problem.detail())),
                          on_one_line(problem.hint()));
  if (later) failure.exit = Exit::UNAVAILABLE;
  failure.code = fmt::format("HTTP_{}", answered.status);
  return failure;
}

}  // namespace

bool read_answer(const HttpAnswered& answered, JsonLimits limits, google::protobuf::Message& into) {
  limits.other_fields = true;
  return !read_json(answered.body, limits, into);
}

Failure unreachable(const AskedOf& of, const WireFault& fault) {
  return {Exit::UNAVAILABLE,
          fmt::format("{} cannot be reached: {}{}", of.server, fault.why, of.is_move ? ": nothing is recorded" : ""),
          fault.hint.empty() ? "see whether it runs, and repeat" : fault.hint, "UNREACHABLE"};
}

Failure unanswered(const AskedOf& of, NoAnswer how) {
  if (how == NoAnswer::TOO_LONG && !of.is_move) {
    return {Exit::UNAVAILABLE, fmt::format("the answer of {} is longer than any answer to this question", of.server),
            IS_THE_ADDRESS_RIGHT, "BAD_ANSWER"};
  }
  if (how == NoAnswer::NOT_SENT || !of.is_move) {
    return unreachable(of, {how == NoAnswer::NOT_SENT ? "it takes no requests" : "it gave no whole answer", {}});
  }
  if (how == NoAnswer::TOO_LONG) return outcome_unknown(of, "gave an answer that is too long");
  return outcome_unknown(of, "gave no answer");
}

Failure no_answer_of_games(const AskedOf& of, const HttpAnswered& answered) {
  if (of.is_move && (answered.status >= SERVER_FAULT || answered.status < 300)) {
    return outcome_unknown(of,
                           fmt::format("answered with HTTP status {}, and not as a server of games", answered.status));
  }
  return {Exit::UNAVAILABLE,
          fmt::format("{} is no server of games: it answers with HTTP status {}", of.server, answered.status),
          IS_THE_ADDRESS_RIGHT, "BAD_ANSWER"};
}

Failure refusal_in(const AskedOf& of, const HttpAnswered& answered) {
  v1::ProblemView problem;
  const std::string_view type = answered.header("content-type");
  const bool is_problem =
      type.substr(0, type.find(';')) == "application/problem+json" && read_answer(answered, PROBLEM, problem);
  const std::string_view theirs = answered.header("nomic-version");
  const bool is_other = !theirs.empty() && theirs != of.version;
  // An older one does not know what is sent.
  if (of.is_move && is_other && (answered.status == UNKNOWN_TYPE || problem.code() == "OTHER_VERSION")) {
    return other_version(of, theirs);
  }
  if (!is_problem) return no_answer_of_games(of, answered);
  if (problem.exit() == 0 || problem.exit() > static_cast<unsigned>(Exit::UNAVAILABLE)) {
    // It took the request, and has not been heard of since.
    if (of.is_move && answered.status > OVERLOADED) return outcome_unknown(of, "gave no answer in time");
    return refused_by_listener(of, answered, problem);
  }
  Failure failure{static_cast<Exit>(problem.exit()), on_one_line(problem.detail()), on_one_line(problem.hint()),
                  on_one_line(problem.code())};
  if (problem.has_refusal()) failure.refusal = std::make_shared<const v1::Refusal>(problem.refusal());
  if (answered.status == UNAUTHORIZED) {
    failure.hint = "set NOMIC_TOKEN to the token that the keeper's link gave (nomic invite)";
  }
  return failure;
}

}  // namespace nomic::tools
