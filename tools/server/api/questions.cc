#include "api/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

#include "api/whole_number.h"
#include "nomic/replay/marks.h"
#include "nomic/service/score_views.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/api.pb.h"
#include "nomic/views/audit_asked.h"
#include "nomic/views/checkpoint_asked.h"
#include "nomic/views/explain_asked.h"
#include "nomic/views/head_view.h"
#include "nomic/views/json.h"
#include "nomic/views/log_asked.h"
#include "nomic/views/proposals_asked.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/state_diff.h"
#include "nomic/views/status_asked.h"
#include "nomic/views/typed_numbers.h"

namespace nomic::tools {
namespace {

// An answer with the log ends once it has so many bytes.
constexpr std::size_t MOST_OF_LOG = std::size_t{4} << 20U;

// An answer with rules ends once it has so many bytes, before it is written as JSON.
constexpr std::size_t MOST_OF_RULES = std::size_t{4} << 20U;

// An answer with proposals has no more than so many bytes, before it is written as JSON.
constexpr std::size_t MOST_OF_PROPOSALS = std::size_t{16} << 20U;

// Nobody watches how far a question is.
void unwatched(std::uint64_t /*done*/) {}

template <class View>
Result<std::string> as_json(const Result<View>& view) {
  if (!view) return view.error();
  return json_of(*view);
}

// Reads a parameter, if it is given, by a function of what was typed.
template <class Read>
Status read(const Query& query, std::string_view name, const Read& into) {
  NOMIC_ASSIGN(auto typed, query.one(name));
  return typed ? Status(into(*typed)) : Status(ledger::Done{});
}

Status read(const Query& query, std::string_view name, std::optional<replay::Point>& into) {
  return read(query, name, [&](const std::string& typed) { return read_point(typed, into); });
}

Status read(const Query& query, std::string_view name, std::optional<std::uint64_t>& into) {
  return read(query, name, [&](const std::string& typed) -> Status {
    NOMIC_ASSIGN(auto size, parse_size(typed, fmt::format("the parameter {}", name)));
    into = size.value;
    return ledger::Done{};
  });
}

Status read(const Query& query, std::string_view name, bool& into) {
  return read(query, name, [&](const std::string& typed) -> Status {
    if (typed != "true" && typed != "false" && !typed.empty()) {
      return usage(fmt::format("the parameter {} is true or false.", name));
    }
    into = typed != "false";
    return ledger::Done{};
  });
}

Result<Viewpoint> viewpoint_of(const Query& query) {
  Viewpoint viewpoint;
  NOMIC_TRY(read(query, "at", viewpoint.at));
  NOMIC_TRY(read(query, "known", viewpoint.known));
  NOMIC_TRY(read(query, "by", [&](const std::string& typed) { return read_by(typed, viewpoint); }));
  NOMIC_TRY(read(query, "revised", viewpoint.revised));
  return viewpoint;
}

Result<std::string> status(const AskedGame& of, const Wanted& wanted) {
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  NOMIC_ASSIGN(auto player, wanted.query.one("player"));
  return as_json(status_asked(of.ledger, of.game, {std::move(when), std::move(player)}, of.now));
}

Result<std::string> rules(const AskedGame& of, const Wanted& wanted) {
  RulesAsked asked;
  asked.most = MOST_OF_RULES;
  NOMIC_TRY(read(wanted.query, "from", [&](const std::string& typed) -> Status {
    NOMIC_ASSIGN(auto number, parse_rule_number(typed, "the first rule's number"));
    asked.from = number.value;
    return ledger::Done{};
  }));
  if (wanted.parts.size() > 1) {
    NOMIC_ASSIGN(auto number, parse_rule_number(wanted.parts[1], "a rule's number"));
    asked.numbers.push_back(number.value);
  }
  NOMIC_TRY(read(wanted.query, "lang", [&](const std::string& typed) -> Status {
    NOMIC_ASSIGN(auto langs, read_langs(typed));
    asked.langs = std::move(langs);
    asked.must_have_langs = true;
    return ledger::Done{};
  }));
  NOMIC_TRY(read(wanted.query, "references", asked.references));
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  return as_json(rules_asked(of.game, when, asked));
}

Result<std::string> scores(const AskedGame& of, const Wanted& wanted) {
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  NOMIC_ASSIGN(auto moment, when.moment(of.game));
  return json_of(scores_view(moment.engine()));
}

Result<std::string> proposals(const AskedGame& of, const Wanted& wanted) {
  ProposalsAsked asked;
  asked.most = MOST_OF_PROPOSALS;
  if (wanted.parts.size() > 1) {
    NOMIC_ASSIGN(auto number, parse_proposal(wanted.parts[1]));
    asked.number = number.value;
  }
  NOMIC_TRY(
      read(wanted.query, "standing", [&](const std::string& typed) { return read_standing(typed, asked.standing); }));
  NOMIC_TRY(read(wanted.query, "limit", asked.limit));
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  return as_json(proposals_asked(of.game, when, asked, unwatched));
}

Result<LogAsked> log_wanted(const AskedGame& of, const Query& query) {
  LogAsked asked;
  std::optional<replay::Point> at;
  NOMIC_TRY(read(query, "from", asked.from));
  NOMIC_TRY(read(query, "to", asked.to));
  NOMIC_TRY(read(query, "at", at));
  NOMIC_TRY(read(query, "since", asked.since));
  NOMIC_TRY(read(query, "limit", asked.limit));
  if (at && asked.to) return usage("the last record is given twice: by to and by at.");
  if (asked.from && asked.since) return usage("the first record is given twice: by from and by since.");
  if (at) asked.to = std::move(at);
  NOMIC_TRY(read(query, "known", asked.when.known));
  NOMIC_ASSIGN(auto player, query.one("player"));
  asked.filter.player = std::move(player);
  asked.filter.kinds = query.several("kind");
  NOMIC_TRY(read(query, "rule", [&](const std::string& typed) { return asked.filter.take_rule(typed); }));
  NOMIC_TRY(read(query, "proposal", [&](const std::string& typed) { return asked.filter.take_proposal(typed); }));
  NOMIC_TRY(asked.filter.read(of.game));
  return asked;
}

// As much of a log as one answer has, and where to go on.
class LogPage {
 public:
  explicit LogPage(const LogAsked& asked) : last_(asked.filter.any() && !asked.from ? asked.limit : std::nullopt) {}

  std::string printed(std::uint64_t index, std::string text) {
    index_ = index;
    bytes_ += text.size();
    if (!last_) return text;
    // Keeps no more of the last events than are asked for.
    sizes_.push_back(text.size());
    if (sizes_.size() > *last_) {
      bytes_ -= sizes_.front();
      sizes_.pop_front();
    }
    return text;
  }
  void show(const std::string& text) { out_ += (out_.empty() ? "" : ",") + text; }
  // Only the end of the log tells which events are the last.
  [[nodiscard]] bool is_full() const { return !last_ && bytes_ >= MOST_OF_LOG; }

  // `end`: of the records that were asked for.
  Result<std::string> answer(std::uint64_t end) {
    if (last_ && bytes_ >= MOST_OF_LOG) {
      Failure failure =
          usage(fmt::format("the last {} records that fit are more than {} MiB.", *last_, MOST_OF_LOG >> 20U),
                "ask for fewer with limit=N, or from the first on with from=0");
      failure.code = "TOO_LARGE";
      return failure;
    }
    if (!is_full() || index_ + 1 == end) return fmt::format(R"({{"records":[{}]}})", out_);
    return fmt::format(R"({{"records":[{}],"next":{}}})", out_, index_ + 1);
  }

 private:
  const std::optional<std::uint64_t> last_;
  std::deque<std::size_t> sizes_;
  std::size_t bytes_ = 0;
  std::uint64_t index_ = 0;
  std::string out_;
};

Result<std::string> log(const AskedGame& of, const Wanted& wanted) {
  NOMIC_ASSIGN(auto asked, log_wanted(of, wanted.query));
  NOMIC_ASSIGN(auto size, asked.when.known_size(of.game));
  NOMIC_ASSIGN(auto known, Moment::of(of.game, size));
  NOMIC_ASSIGN(auto span, span_of(of.game, asked));
  NOMIC_ASSIGN(const auto marks, replay::marks_of(of.game, size, {span.from, std::max(span.from, span.to)}));
  LogPage page(asked);
  std::optional<replay::Error> unread;
  NOMIC_TRY(each_logged(
      of.game, span, asked,
      {[&](const replay::Played& played) {
         auto entry = log_entry(played, marks, known.engine().state(), of.game.history());
         if (!entry) unread = entry.error();
         return page.printed(played.record.index.value, entry ? json_of(*entry) : std::string());
       },
       [&](const std::string& printed) { page.show(printed); }, [&] { return !unread && !page.is_full(); }}));
  if (unread) return failure_of(*unread);
  return page.answer(span.to);
}

Result<std::string> history(const AskedGame& of, const Wanted& wanted) {
  NOMIC_ASSIGN(auto number, parse_rule_number(wanted.parts[1], "a rule's number"));
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  NOMIC_ASSIGN(auto size, when.size(of.game));
  return as_json(history_asked(of.game, number.value, size, unwatched));
}

Result<std::string> explain(const AskedGame& of, const Wanted& wanted) {
  ExplainAsked asked{{wanted.parts.begin() + 1, wanted.parts.end()}};
  NOMIC_TRY(read(wanted.query, "limit", asked.limit));
  NOMIC_TRY(read(wanted.query, "dependents", asked.dependents));
  NOMIC_TRY(check_asked(asked));
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  NOMIC_ASSIGN(auto size, when.size(of.game));
  return as_json(explain_asked(of.game, size, asked, unwatched));
}

Result<std::string> diff(const AskedGame& of, const Wanted& wanted) {
  std::optional<replay::Point> from;
  std::optional<replay::Point> to;
  NOMIC_TRY(read(wanted.query, "from", from));
  NOMIC_TRY(read(wanted.query, "to", to));
  if (!from) return usage("between which points?", "say from=POINT, and to=POINT unless it is the present");
  NOMIC_ASSIGN(auto when, viewpoint_of(wanted.query));
  NOMIC_ASSIGN(auto before, when.moment_at(of.game, from));
  NOMIC_ASSIGN(auto after, when.moment_at(of.game, to));
  const replay::History& texts = of.game.history();
  return as_json(or_failure(diff_view({before.engine(), texts}, {after.engine(), texts})));
}

// The verdict on all checks, or on those that are asked for.
class ChosenChecks : public VerdictSink {
 public:
  explicit ChosenChecks(std::vector<std::string> wanted) : wanted_(std::move(wanted)) {}

 private:
  [[nodiscard]] bool is_wanted(const std::string& check) const override {
    return wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), check) != wanted_.end();
  }

  std::vector<std::string> wanted_;
};

Result<std::string> audit(const AskedGame& of, const Wanted& wanted) {
  std::optional<replay::Point> at;
  NOMIC_TRY(read(wanted.query, "at", at));
  NOMIC_ASSIGN(auto size, size_at(of.game, at));
  NOMIC_ASSIGN(auto checks, checks_of_rules(of.game, wanted.query.several("rule")));
  const bool some = !checks.empty();
  ChosenChecks sink(std::move(checks));
  NOMIC_TRY(audit_asked(of.ledger, of.game, {size, some}, sink, unwatched));
  return json_of(sink.view);
}

Result<std::string> checkpoint(const AskedGame& of, const Wanted& wanted) {
  std::optional<std::uint64_t> size;
  if (wanted.parts.size() > 1) {
    NOMIC_ASSIGN(auto typed, parse_size(wanted.parts[1], "a checkpoint's size"));
    size = typed.value;
  }
  NOMIC_ASSIGN(auto kept, checkpoint_asked(of.ledger, of.game.head(), size));
  kept.view.set_note(kept.note.note.encode());
  return json_of(kept.view);
}

Result<std::string> proof(Result<Proven> proven) {
  if (!proven) return proven.error();
  proven->view.set_proof(std::move(proven->proof));
  return json_of(proven->view);
}

Result<std::string> inclusion(const AskedGame& of, const Wanted& wanted) {
  NOMIC_ASSIGN(auto index, parse_record(wanted.parts[2], "the record to prove"));
  return proof(inclusion_asked(of.ledger, of.game.head(), index.value));
}

Result<std::string> consistency(const AskedGame& of, const Wanted& wanted) {
  NOMIC_ASSIGN(auto first, parse_size(wanted.parts[2], "the earlier size"));
  NOMIC_ASSIGN(auto second, parse_size(wanted.parts[3], "the later size"));
  return proof(consistency_asked(of.ledger, of.game.head(), first.value, second.value));
}

Result<std::string> head(const AskedGame& of, const Wanted& /*wanted*/) {
  return json_of(head_view(of.game));
}

constexpr QuestionRow QUESTIONS[] = {
#define NOMIC_API_ROUTE(route, path, answer, message, command, parameters, cost, about) \
  {Route::route, message, command, parameters, Cost::cost, answer},
#include "api/routes.inc"
};

std::vector<std::string> cut(std::string_view text, char sign) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(sign), text.size());
    pieces.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

// None, where it is not here yet.
ledger::Result<std::vector<ledger::Head>> one_game(ledger::Ledger& ledger, const std::string& identity) {
  auto head = ledger.find(identity);
  if (head) return std::vector<ledger::Head>{*std::move(head)};
  if (head.error().code == ledger::ErrorCode::NO_SUCH_GAME) return std::vector<ledger::Head>();
  return head.error();
}

// So many records are printed in a few milliseconds.
constexpr std::uint64_t SMALL_LIMIT = 100;

bool has_small_limit(const Query& query) {
  const auto typed = query.several("limit");
  if (typed.size() != 1) return false;
  const auto limit = whole_number(typed.front());
  return limit && *limit <= SMALL_LIMIT;
}

}  // namespace

std::vector<std::string> QuestionRow::known_parameters() const {
  return cut(parameters, ' ');
}

const QuestionRow* question_at(Route route) {
  const auto* const found = std::find_if(std::begin(QUESTIONS), std::end(QUESTIONS),
                                         [&](const QuestionRow& each) { return each.route == route; });
  return found == std::end(QUESTIONS) ? nullptr : found;
}

bool QuestionRow::is_expensive(const Query& query) const {
  const auto is_given = [&](std::string_view name) { return !query.several(name).empty(); };
  if (is_given("revised") || is_given("references") || is_given("by")) return true;
  switch (cost) {
    case Cost::AS_THE_ANSWER:
      return false;
    case Cost::AS_THE_LIMIT:
      return !has_small_limit(query) || is_given("player") || is_given("kind") || is_given("rule") ||
             is_given("proposal") || is_given("known");
    case Cost::AS_THE_GAME:
      break;
  }
  return true;
}

Result<std::string> games_of(ledger::Ledger& ledger, const std::string& only) {
  NOMIC_ASSIGN(auto games, only.empty() ? ledger.games() : one_game(ledger, only));
  v1::GamesView view;
  for (const ledger::Head& head : games) {
    auto* game = view.add_games();
    game->set_name(as_utf8(head.name));
    game->set_game(head.game.hash.hex());
    game->set_size(count32(head.size));
    game->set_head(head.head_hash.hex());
    game->set_recorded_at(shown_time(head.recorded_at.value));
  }
  return json_of(view);
}

}  // namespace nomic::tools
