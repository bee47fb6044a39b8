// Where a page of the folder stands, and what leads from it to others. Whatever these functions give is HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "site/site_game.h"

namespace nomic::tools {

// Records on a page.
inline constexpr std::uint32_t RECORDS_A_PAGE = 100;

// A number of a rule or a proposal as it is written, in texts and in addresses.
std::string numeral_of(std::uint32_t number);

// Addresses within the folder.
std::string rule_path(std::uint32_t number);
std::string proposal_path(const ProposalOfDocument& proposal);
std::string records_path(std::uint32_t first);
std::string record_path(std::uint32_t record);
std::string scorer_path(std::size_t place);

class SiteLinks {
 public:
  // Both outlive it. `path`: of the page.
  SiteLinks(const SiteGame& game, std::string_view path)
      : game_(game), up_(path.find('/') == std::string_view::npos ? "" : "../") {}

  [[nodiscard]] const SiteGame& game() const { return game_; }
  // A path of the folder as an address from here.
  [[nodiscard]] std::string address(std::string_view path) const { return up_ + std::string(path); }

  [[nodiscard]] std::string to(std::string_view path, std::string_view markup) const;
  // "#41".
  [[nodiscard]] std::string record(std::uint32_t record) const;
  // "rule 203"; no link where no rule ever bore the number.
  [[nodiscard]] std::string rule(std::uint32_t number) const;
  [[nodiscard]] std::string rule(std::uint32_t number, std::string_view markup) const;
  // "rule 203 of #33": as it stood since a record.
  [[nodiscard]] std::string rule_of(std::uint32_t number, std::uint32_t since) const;
  // "Proposal 305", "The proposal of #41": words alone, and as a link.
  [[nodiscard]] std::string name(const ProposalOfDocument& proposal) const;
  [[nodiscard]] std::string proposal(const ProposalOfDocument& proposal) const;
  // Of several with the number the latest.
  [[nodiscard]] std::string proposal(std::uint32_t number) const;

  // The page's own words, and with what is HTML already in their places.
  [[nodiscard]] std::string say(std::string_view key) const;
  [[nodiscard]] std::string say(std::string_view key, PageWords::Parts parts) const;
  // Of a closed set of values, as the document has them: "standing", "STRUCK". What is not in it is nothing.
  [[nodiscard]] std::string value(std::string_view set, std::string_view value) const;
  // "1 record", "12 records".
  [[nodiscard]] std::string counted(std::string_view key, std::uint32_t count) const;

 private:
  const SiteGame& game_;
  std::string up_;
};

}  // namespace nomic::tools
