#include "nomic/replay/refusal.h"

#include <string_view>
#include <variant>
#include <vector>

#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// Puts a parameter's value where its kind belongs.
struct Put {
  v1::Parameter& to;

  void operator()(std::uint64_t number) const { to.set_number(number); }
  void operator()(Thousandths points) const { to.set_points(points.value); }
  void operator()(Moment time) const { to.set_time(time.value); }
  void operator()(Length time) const { to.set_duration(time.value); }
  void operator()(const std::string& text) const { to.set_text(text); }
  void operator()(const Parameter::Names& names) const {
    auto& list = *to.mutable_names();
    for (const std::string& name : names) list.add_name(name);
  }
};

void put_text(v1::Refusal& refusal, std::string_view name, const std::string& text) {
  v1::Parameter& to = *refusal.add_parameters();
  to.set_name(std::string(name));
  to.set_text(text);
}

void put_all(v1::Refusal& refusal, const std::vector<Parameter>& parameters) {
  for (const Parameter& parameter : parameters) {
    v1::Parameter& to = *refusal.add_parameters();
    to.set_name(parameter.name);
    std::visit(Put{to}, parameter.value);
  }
}

}  // namespace

v1::Refusal to_refusal(const Error& error) {
  v1::Refusal refusal;
  refusal.set_code(std::string(name_of(error.code)));
  refusal.set_variant(error.variant);
  put_all(refusal, error.parameters);
  if (error.ledger && error.variant.empty()) {
    put_text(refusal, SENTENCE, error.ledger->what);
    put_text(refusal, ADVICE, error.ledger->hint);
  }
  for (const Cited& rule : error.cited) refusal.add_rules(reference(rule.rule));
  if (error.because) *refusal.mutable_because() = to_refusal(*error.because);
  if (error.remark) *refusal.mutable_because() = to_refusal(*error.remark);
  return refusal;
}

v1::Refusal to_refusal(const Remark& remark) {
  v1::Refusal message;
  message.set_code(std::string(name_of(remark.topic)));
  message.set_variant(remark.variant);
  put_all(message, remark.parameters);
  if (remark.because) *message.mutable_because() = to_refusal(*remark.because);
  return message;
}

}  // namespace nomic::replay
