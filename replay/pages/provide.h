// Provide: which provisions a rule of a page has, by its text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nomic/replay/page_import.h"
#include "wording.h"

namespace nomic::replay::import {

using EditionsByName = std::map<std::string, v1::Ruleset>;

Result<EditionsByName> all_editions();

class Provider {
 public:
  // The likenesses are those of the authoritative language; the ruleset is the edition that the page plays by, empty
  // for none; `map` says by hand for which known rule one is taken. All must live as long as the provider.
  Provider(const Likenesses& likenesses, const v1::Ruleset& initial_set, const EditionsByName& editions,
           const std::map<std::uint32_t, std::uint32_t>& map);

  // Gives the rule its provisions, if it has any. BAD_RULESET: it is mapped to a number that the edition has not.
  [[nodiscard]] Result<TakenFor> provide(const RuleKey& rule, v1::RuleBody& body) const;

 private:
  [[nodiscard]] std::vector<const KnownWording*> wordings_of(const v1::RuleBody& known) const;
  [[nodiscard]] bool is_of_edition(const KnownWording& wording, const v1::RuleBody& known) const;
  static bool read_figures(const std::vector<std::uint32_t>& page, const std::vector<std::uint32_t>& wording,
                           v1::RuleBody& body);
  void differing(const Fingerprint& text, const KnownWording& wording, TakenFor& taken) const;

  const Likenesses& likenesses_;
  const v1::Ruleset& initial_set_;
  const EditionsByName& editions_;
  const std::map<std::uint32_t, std::uint32_t>& map_;
};

}  // namespace nomic::replay::import
