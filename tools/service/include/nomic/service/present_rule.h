// What there is of a rule that somebody is about to write anew: for who shows it to them first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

// A rule as it is in force, or as the present form of an open proposal would have it.
struct PresentRule {
  // What a request that puts another in its place says: an amendment of this rule, or what the proposal is of.
  v1::Request::Kind kind = v1::Request::KIND_UNSPECIFIED;
  std::uint32_t rule = 0;
  std::string title;
  // The title is that of the rule, which an amendment keeps that gives none.
  bool keeps_title = false;
  std::vector<v1::Text> texts;
  std::vector<v1::Provision> provisions;
  // Of this version: another version of it has another.
  std::string version;
};

// What the request's only rule-change would replace: of an amendment the rule, of a revision that names no rule-change
// the proposal's form. Nothing: it replaces nothing, or there is no such rule. Errors: those of finding the proposal;
// BAD_REQUEST where its form has several rule-changes.
replay::Result<std::optional<PresentRule>> present_rule(replay::Game& game, const v1::Request& request);

}  // namespace nomic::tools
