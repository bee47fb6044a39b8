#include "api/problems.h"

#include <fmt/format.h>

#include <utility>

#include "nomic/replay/refusal.h"
#include "nomic/v1/api.pb.h"
#include "nomic/views/error_view.h"
#include "nomic/views/json.h"
#include "problem.h"

namespace nomic::tools {
namespace {

struct StatusRow {
  std::string_view code;
  Exit exit;
  unsigned question;
  unsigned move;
};

constexpr StatusRow STATUS_ROWS[] = {
#define NOMIC_API_CODE(code, question, move, when) {#code, Exit::DONE, question, move},
#define NOMIC_API_EXIT(exit, question, move, when) {{}, Exit::exit, question, move},
#include "api/statuses.inc"
#undef NOMIC_API_CODE
#undef NOMIC_API_EXIT
};

constexpr unsigned OVERLOADED = 503;

// What is asked again soon may be answered.
void add_retry(HttpAnswer& answer) {
  if (answer.status == OVERLOADED) answer.headers.emplace_back("retry-after", "1");
}

}  // namespace

unsigned status_of(const Failure& failure, AskedFor asked) {
  constexpr unsigned CONFLICT = 409;
  for (const StatusRow& row : STATUS_ROWS) {
    const bool is_it = row.code.empty() ? row.exit == failure.exit : row.code == failure.code;
    if (is_it) return asked == AskedFor::MOVE ? row.move : row.question;
  }
  return CONFLICT;
}

HttpAnswer problem_answer(const Failure& failure, unsigned status) {
  Failure told = failure;
  HttpAnswer answer;
  // Its words say where the database is and as whom it is asked: that is for the log.
  if (failure.code == "UNREACHABLE") {
    answer.why = std::exchange(told.what, "the ledger cannot be reached at present.");
    told.hint = "ask again in a moment";
  }
  const v1::ErrorView error = error_view(told);
  v1::ProblemView view;
  view.set_type("about:blank");
  view.set_title(std::string(reason_of(status)));
  view.set_status(status);
  view.set_detail(error.message());
  view.set_hint(error.hint());
  view.set_code(error.code());
  view.set_variant(error.variant());
  *view.mutable_rules() = error.rules();
  *view.mutable_parameters() = error.parameters();
  if (error.has_because()) *view.mutable_because() = error.because();
  view.set_exit(error.status());
  if (failure.refusal) *view.mutable_refusal() = *failure.refusal;
  answer.status = status;
  answer.headers = {{"content-type", "application/problem+json"}, {"cache-control", "no-cache"}};
  add_retry(answer);
  answer.body = json_of(view) + "\n";
  return answer;
}

HttpAnswer problem_answer(unsigned status, std::string code, std::string what, std::string hint) {
  Failure failure = usage(std::move(what), std::move(hint));
  failure.code = std::move(code);
  if (status >= 500) failure.exit = Exit::UNAVAILABLE;
  return problem_answer(failure, status);
}

HttpAnswer json_answer(unsigned status, std::string body) {
  HttpAnswer answer;
  answer.status = status;
  answer.headers = {{"content-type", "application/json"}, {"cache-control", "no-cache"}};
  answer.body = std::move(body);
  return answer;
}

HttpAnswer not_answered(const Failure& failure) {
  return problem_answer(failure, status_of(failure, AskedFor::QUESTION));
}

}  // namespace nomic::tools
