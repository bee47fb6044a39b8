#include "site/site_links.h"

#include <fmt/format.h>

#include "html_text.h"
#include "nomic/replay/reference.h"

namespace nomic::tools {

std::string numeral_of(std::uint32_t number) {
  return fmt::format("{}", replay::numeral(number));
}

std::string rule_path(std::uint32_t number) {
  return fmt::format("rules/{}.html", numeral_of(number));
}

std::string proposal_path(const ProposalOfDocument& proposal) {
  return proposal.number().starts_with('#')
             ? fmt::format("proposals/record-{}.html", proposal.made())
             : fmt::format("proposals/{}.html", numeral_of(replay::number_in(proposal.number())));
}

std::string records_path(std::uint32_t first) {
  return fmt::format("records/{}.html", first);
}

std::string record_path(std::uint32_t record) {
  return fmt::format("{}#r{}", records_path(record - record % RECORDS_A_PAGE), record);
}

std::string scorer_path(std::size_t place) {
  return fmt::format("scores/player-{}.html", place + 1);
}

std::string SiteLinks::to(std::string_view path, std::string_view markup) const {
  return fmt::format("<a href=\"{}\">{}</a>", address(path), markup);
}

std::string SiteLinks::record(std::uint32_t record) const {
  const std::string label = fmt::format("#{}", record);
  return record < game_.size() ? to(record_path(record), label) : label;
}

std::string SiteLinks::rule(std::uint32_t number) const {
  return rule(number, say("rule.in", {{"number", numeral_of(number)}}));
}

std::string SiteLinks::rule(std::uint32_t number, std::string_view markup) const {
  return game_.numbers.count(number) == 0 ? std::string(markup) : to(rule_path(number), markup);
}

std::string SiteLinks::rule_of(std::uint32_t number, std::uint32_t since) const {
  return rule(number, say("rule.of", {{"number", numeral_of(number)}, {"record", fmt::format("{}", since)}}));
}

std::string SiteLinks::name(const ProposalOfDocument& proposal) const {
  return proposal.number().starts_with('#')
             ? say("proposal.unnumbered", {{"record", fmt::format("{}", proposal.made())}})
             : say("proposal.name", {{"number", numeral_of(replay::number_in(proposal.number()))}});
}

std::string SiteLinks::proposal(const ProposalOfDocument& proposal) const {
  return to(proposal_path(proposal), name(proposal));
}

std::string SiteLinks::proposal(std::uint32_t number) const {
  const auto known = game_.proposals.find(number);
  return known == game_.proposals.end() ? say("proposal.name", {{"number", numeral_of(number)}})
                                        : proposal(*known->second.back());
}

std::string SiteLinks::say(std::string_view key) const {
  return html(game_.words(key));
}

std::string SiteLinks::say(std::string_view key, PageWords::Parts parts) const {
  return game_.words.filled(key, parts);
}

std::string SiteLinks::value(std::string_view set, std::string_view value) const {
  const auto& all = game_.words.all();
  const auto found = all.find(fmt::format("{}.{}", set, value));
  return found == all.end() ? std::string() : html(found->second);
}

std::string SiteLinks::counted(std::string_view key, std::uint32_t count) const {
  constexpr std::string_view OR = " | ";
  const std::string both = game_.words.filled(key, {{"count", fmt::format("{}", count)}});
  const std::size_t at = both.find(OR);
  if (at == std::string::npos) return html(both);
  return html(count == 1 ? both.substr(0, at) : both.substr(at + OR.size()));
}

}  // namespace nomic::tools
