#include "nomic/service/found_request.h"

#include <algorithm>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "nomic/service/verifier_key.h"
#include "nomic/service/zone.h"
#include "said_time.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

constexpr std::size_t NONCE_BYTES = 16;
constexpr const char* DEFAULT_LANG = "en";

// The texts of the rules in the languages asked for, the first authoritative.
Result<v1::Ruleset> arranged(v1::Ruleset ruleset, const std::vector<std::string>& langs) {
  if (langs.empty()) return ruleset;
  const auto lang_of = [&](const v1::Text& text) -> const std::string& {
    return text.lang().empty() ? ruleset.authoritative_lang() : text.lang();
  };
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    v1::RuleBody chosen = rule;
    chosen.clear_texts();
    for (const std::string& lang : langs) {
      for (const v1::Text& text : rule.texts()) {
        if (lang_of(text) == lang) *chosen.add_texts() = text;
      }
    }
    // A rule in none of them keeps its own: no rule is lost.
    if (!chosen.texts().empty()) rule = std::move(chosen);
  }
  const bool there = std::any_of(ruleset.rules().begin(), ruleset.rules().end(), [&](const v1::RuleBody& rule) {
    return !rule.texts().empty() && lang_of(rule.texts(0)) == langs.front();
  });
  if (!there) return error_of(ErrorCode::BAD_LANGUAGE, "not_in_ruleset", {{"lang", langs.front()}});
  ruleset.set_authoritative_lang(langs.front());
  return ruleset;
}

// The players' first keys, in seating order; empty where nobody has one.
Result<std::vector<replay::FirstKey>> first_keys(const v1::FoundRequest& request) {
  std::vector<replay::FirstKey> keys(static_cast<std::size_t>(request.players_size()));
  bool any = false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string& typed = request.players(static_cast<int>(i)).key();
    if (typed.empty()) continue;
    NOMIC_ASSIGN(auto key, parse_verifier_key(typed));
    const std::string raw = key.key.raw();
    const bool taken =
        std::any_of(keys.begin(), keys.end(), [&](const auto& other) { return other.public_key == raw; });
    if (taken) return error_of(ErrorCode::BAD_KEY, "of_two_players");
    keys[i] = {raw, key.name};
    any = true;
  }
  if (!any) keys.clear();
  return keys;
}

ledger::Hash digest_of_founding(const v1::FoundRequest& request) {
  v1::FoundRequest asked = request;
  asked.clear_request_id();
  asked.clear_alike();
  return ledger::sha256("nomic/found/v1\n" + replay::canonical_walk(asked));
}

}  // namespace

Result<replay::Founding> founding_of(const v1::FoundRequest& request, const Means& means) {
  replay::Founding founding;
  founding.name = request.name();
  const std::vector<std::string> langs(request.langs().begin(), request.langs().end());
  NOMIC_ASSIGN(auto rules,
               request.has_ruleset() ? arranged(request.ruleset(), langs) : replay::edition(request.edition(), langs));
  founding.ruleset = std::move(rules);
  founding.mode = request.mode();
  founding.lang = founding.ruleset.authoritative_lang();
  if (founding.lang.empty()) founding.lang = DEFAULT_LANG;
  for (const v1::FoundRequest::Player& player : request.players()) {
    NOMIC_ASSIGN(auto names, replay::player_names(player.name(), player.surname(), player.team()));
    founding.players.push_back(std::move(names));
  }
  NOMIC_ASSIGN(auto keys, first_keys(request));
  founding.keys = std::move(keys);
  founding.signatures_required = request.signatures_required();
  founding.nonce = means.random(NONCE_BYTES);
  founding.now = means.now;
  founding.via = via_of(means.authority);
  founding.alike = request.alike();
  founding.retrospective = request.retrospective();
  founding.zone = request.zone();
  if (!request.retrospective() && !request.zone().empty()) return error_of(ErrorCode::BAD_POINT, "zone_of_live");
  NOMIC_TRY(replay::Status(must_be_zone(request.zone())));
  if (!request.occurred_at().empty()) {
    v1::GameFounded zone;
    zone.set_retrospective(founding.retrospective);
    zone.set_zone(founding.zone);
    NOMIC_TRY(put_said_time(request.occurred_at(), zone, founding.said));
  }
  if (!request.request_id().empty()) founding.request = {request.request_id(), digest_of_founding(request)};
  return founding;
}

}  // namespace nomic::tools
