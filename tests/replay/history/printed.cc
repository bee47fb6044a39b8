#include "replay/history/printed.h"

#include <algorithm>

#include "nomic/replay/marks.h"
#include "nomic/replay/text/unicode.h"
#include "nomic/service/rule_views.h"
#include "nomic/service/score_views.h"
#include "nomic/views/event_view.h"
#include "nomic/views/json.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::replay::test {
namespace {

std::string words_of_changes(const v1::Event& event) {
  const auto& changes =
      event.has_proposal_made() ? event.proposal_made().changes() : event.proposal_revised().changes();
  std::string words;
  for (const v1::RuleChange& change : changes) {
    for (const v1::Provision& provision : change.provisions()) words += tools::words_of(provision) + "\n";
  }
  return words;
}

}  // namespace

Result<std::string> printed(Game& game) {
  const std::uint64_t size = game.head().size;
  Result<Marks> marks = marks_of(game, size);
  if (!marks) return marks.error();
  const State& known = game.engine().state();
  std::string out;
  Result<Engine> replayed = game.replay(size, [&](const Played& played) {
    const v1::Event& event = played.move.event;
    out += tools::sentence_of(event, played.record.author) + "\n";
    out += words_of_changes(event);
    for (const v1::Consequence& emitted : played.consequences)
      out += tools::paint(tools::sentence_of(emitted), false) + "\n";
    const Mark mark = marks->of(played.move.index);
    out += tools::json_of(tools::log_view(played, mark, time_of(played.move, known))) + "\n";
    return true;
  });
  if (!replayed) return replayed.error();
  auto rules = tools::worded_rules_view(*replayed, game.history(), {});
  if (!rules) return rules.error();
  out += tools::json_of(*rules) + "\n";
  out += tools::json_of(tools::scores_view(*replayed)) + "\n";
  return out;
}

bool is_printable(const std::string& text) {
  const unicode::Decoded decoded = unicode::decode(text);
  return !decoded.bad_byte && std::all_of(decoded.points.begin(), decoded.points.end(),
                                          [](unicode::CodePoint point) { return unicode::forbidden(point).empty(); });
}

}  // namespace nomic::replay::test
