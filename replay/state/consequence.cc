#include "nomic/replay/consequence.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

using google::protobuf::FieldDescriptor;
using v1::Consequence;

const google::protobuf::OneofDescriptor& all_kinds() {
  static const auto* kinds = Consequence::descriptor()->FindOneofByName("kind");
  return *kinds;
}

// Where the field of one name stands in the message of each kind.
class Fields {
 public:
  Fields(std::initializer_list<const char*> names) {
    for (int i = 0; i < all_kinds().field_count(); ++i) {
      const auto* kind = all_kinds().field(i);
      auto& field = fields_.at(static_cast<std::size_t>(kind->number()));
      for (const char* name : names) {
        if (field == nullptr) field = kind->message_type()->FindFieldByName(name);
      }
    }
  }

  [[nodiscard]] const FieldDescriptor* of(const Consequence& c) const {
    return fields_.at(static_cast<std::size_t>(c.kind_case()));
  }

 private:
  std::array<const FieldDescriptor*, 128> fields_{};
};

std::uint32_t referred_in(const Consequence& c, const Fields& fields) {
  const auto* field = fields.of(c);
  if (field == nullptr) return 0;
  const auto& body = *body_of(c);
  std::string scratch;  // not used: the field is a plain string
  return number_in(body.GetReflection()->GetStringReference(body, field, &scratch));
}

std::uint32_t count_in(const Consequence& c, const Fields& fields) {
  const auto* field = fields.of(c);
  if (field == nullptr) return 0;
  const auto& body = *body_of(c);
  return body.GetReflection()->GetUInt32(body, field);
}

// The number that the rule of which something is corrected bore.
std::uint32_t rule_corrected(const Consequence::Corrected& corrected) {
  if (corrected.has_text()) return number_in(corrected.text().rule());
  return corrected.has_title() ? number_in(corrected.title().rule()) : number_in(corrected.renumbering().from_number());
}

}  // namespace

const std::vector<ConsequenceKind>& consequence_kinds() {
  static const auto all = [] {
    std::vector<ConsequenceKind> kinds;
    kinds.reserve(static_cast<std::size_t>(all_kinds().field_count()));
    for (int i = 0; i < all_kinds().field_count(); ++i) {
      kinds.push_back(static_cast<ConsequenceKind>(all_kinds().field(i)->number()));
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
  }();
  return all;
}

std::string kind_name(ConsequenceKind kind) {
  const auto* field = Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind));
  if (field == nullptr) return {};
  std::string name = field->name();
  for (char& c : name) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return name;
}

const google::protobuf::Message* body_of(const Consequence& consequence) {
  const auto* field = Consequence::descriptor()->FindFieldByNumber(static_cast<int>(consequence.kind_case()));
  return field == nullptr ? nullptr : &Consequence::GetReflection()->GetMessage(consequence, field);
}

const std::string& player_of(const Consequence& consequence) {
  static const Fields fields{"player"};
  static const std::string nobody;
  if (consequence.has_reckoned_anew()) return consequence.reckoned_anew().not_won();
  const auto* field = fields.of(consequence);
  if (field == nullptr) return nobody;
  const auto& body = *body_of(consequence);
  std::string scratch;  // not used: the field is a plain string
  return body.GetReflection()->GetStringReference(body, field, &scratch);
}

std::uint32_t proposal_of(const Consequence& consequence) {
  static const Fields fields{"proposal"};
  if (consequence.reckoned_anew().has_no_outcome()) return number_in(consequence.reckoned_anew().no_outcome());
  const auto& finding = consequence.found().finding();
  if (finding.has_ballot()) return number_in(finding.ballot().proposal());
  if (finding.has_outcome()) return number_in(finding.outcome().proposal());
  return referred_in(consequence, fields);
}

std::uint32_t from_number_of(const Consequence& consequence) {
  static const Fields fields{"from_number", "number"};
  if (consequence.has_reckoned_anew()) return number_in(consequence.reckoned_anew().rule().from_number());
  if (consequence.has_corrected()) return rule_corrected(consequence.corrected());
  if (consequence.has_found()) return number_in(consequence.found().finding().number().rule());
  return referred_in(consequence, fields);
}

std::uint32_t to_number_of(const Consequence& consequence) {
  static const Fields fields{"to_number"};
  if (consequence.has_reckoned_anew()) return number_in(consequence.reckoned_anew().rule().to_number());
  if (consequence.has_corrected()) return number_in(consequence.corrected().renumbering().to_number());
  if (consequence.has_found()) return number_in(consequence.found().finding().number().number());
  return referred_in(consequence, fields);
}

std::uint32_t turn_of(const Consequence& consequence) {
  static const Fields fields{"turn"};
  return count_in(consequence, fields);
}

std::uint32_t circuit_of(const Consequence& consequence) {
  static const Fields fields{"circuit"};
  return count_in(consequence, fields);
}

std::uint64_t about(const Consequence& consequence) {
  static const Fields fields{"about"};
  const auto* field = fields.of(consequence);
  if (field == nullptr) return 0;
  const auto& body = *body_of(consequence);
  return body.GetReflection()->GetUInt64(body, field);
}

v1::ChangeKind change_of(const Consequence& consequence) {
  static const Fields fields{"changed"};
  switch (consequence.kind_case()) {
    case Consequence::kRuleEnacted:
      return v1::ENACT;
    case Consequence::kRuleAmended:
      return v1::AMEND;
    case Consequence::kRuleRepealed:
      return v1::REPEAL;
    case Consequence::kRuleTransmuted:
      return consequence.rule_transmuted().status() == v1::IMMUTABLE ? v1::TRANSMUTE_TO_IMMUTABLE
                                                                     : v1::TRANSMUTE_TO_MUTABLE;
    case Consequence::kRuleReenacted:
      return v1::REENACT;
    case Consequence::kRuleRestored:
      return v1::RESTORE;
    case Consequence::kRuleRetitled:
      return v1::RETITLE;
    default:
      break;
  }
  const auto* field = fields.of(consequence);
  if (field == nullptr) return v1::CHANGE_KIND_UNSPECIFIED;
  const auto& body = *body_of(consequence);
  return static_cast<v1::ChangeKind>(body.GetReflection()->GetEnumValue(body, field));
}

const Consequence::Outcome* outcome_in(const Consequence& consequence) {
  switch (consequence.kind_case()) {
    case Consequence::kProposalAdopted:
      return &consequence.proposal_adopted();
    case Consequence::kProposalDefeated:
      return &consequence.proposal_defeated();
    case Consequence::kOutcomeUndetermined:
      return &consequence.outcome_undetermined();
    default:
      return nullptr;
  }
}

const Consequence::Ballot* ballot_in(const Consequence& consequence) {
  switch (consequence.kind_case()) {
    case Consequence::kVoteCast:
      return &consequence.vote_cast();
    case Consequence::kVoteChanged:
      return &consequence.vote_changed();
    default:
      return nullptr;
  }
}

}  // namespace nomic::replay
