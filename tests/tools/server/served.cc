#include "tools/server/served.h"

#include <google/protobuf/util/json_util.h>

#include <future>

#include "api/problems.h"
#include "nomic/ledger/recorded_mark.h"

namespace nomic::tools {

Served::Served(Desk& desk, std::function<void(Api::Parts&)> otherwise)
    : folder_(desk.ledger()),
      committer_([this] { return ledger::Ledger::open(folder_, ledger::Access::WRITE, {}); },
                 [&desk] { return desk.clock; }, {},
                 {.shared = [this](std::shared_ptr<ledger::SharedLedger> shared) { views_.share(std::move(shared)); }}),
      api_(committer_, parts(desk, otherwise)) {}

Api::Parts Served::parts(Desk& desk, const std::function<void(Api::Parts&)>& otherwise) {
  Api::Parts made;
  made.reading.open = [this] { return ledger::Ledger::open(folder_, ledger::Access::READ, {}); };
  made.reading.mark = [this] { return ledger::recorded_mark(folder_); };
  made.reading.view = [this] { return views_.view(); };
  made.clock = [&desk] { return desk.clock; };
  made.version = "0.0.0-test";
  if (otherwise) otherwise(made);
  return made;
}

HttpAnswer Served::ask(HttpRequest request) {
  auto answered = std::make_shared<std::promise<HttpAnswer>>();
  auto answer = answered->get_future();
  api_.handle(std::move(request), [answered](HttpAnswer given) { answered->set_value(std::move(given)); });
  return answer.get();
}

HttpAnswer Served::get(const std::string& target, HttpHeaders headers) {
  HttpRequest request;
  request.method = "GET";
  auto parsed = parse_target(target);
  if (!parsed) return problem_answer(parsed.error(), 400);
  request.target = *std::move(parsed);
  request.headers = std::move(headers);
  return ask(std::move(request));
}

HttpAnswer Served::post(const std::string& game, const std::string& body, const std::string& type) {
  HttpRequest request;
  request.method = "POST";
  request.target = target_of("/v1/games/" + game + "/moves");
  request.headers = {{"content-type", type}};
  request.body = body;
  request.local = true;
  return ask(std::move(request));
}

Target target_of(const std::string& sent) {
  auto parsed = parse_target(sent);
  EXPECT_TRUE(parsed.ok()) << sent;
  return parsed ? *std::move(parsed) : Target();
}

std::string header_of(const HttpAnswer& answer, const std::string& name) {
  for (const auto& [known, value] : answer.headers) {
    if (known == name) return value;
  }
  return {};
}

v1::ProblemView problem_of(const HttpAnswer& answer) {
  EXPECT_EQ(header_of(answer, "content-type"), "application/problem+json") << answer.body;
  v1::ProblemView problem;
  const auto read = google::protobuf::util::JsonStringToMessage(answer.body, &problem);
  EXPECT_TRUE(read.ok()) << read.message() << "\n" << answer.body;
  EXPECT_EQ(problem.status(), answer.status) << answer.body;
  EXPECT_EQ(problem.type(), "about:blank");
  EXPECT_FALSE(problem.title().empty());
  EXPECT_FALSE(problem.detail().empty());
  EXPECT_FALSE(problem.code().empty());
  return problem;
}

}  // namespace nomic::tools
