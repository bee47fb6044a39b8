// What a check is: it is shown every record, with the auditor's books before and after each thing that was emitted
// about it, and says what holds, what is broken and what is beyond it.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "books.h"
#include "reading.h"

namespace nomic::replay::audit {

// What a check looks at: the books and the reading are those of the moment.
struct Scene {
  const AuditEntry& entry;
  const Books& books;
  const Reading& law;
  // The turn, or the game, was derived anew at this record: what it tells are differences, not what a move brought
  // about.
  bool derived_anew = false;
  // The method of precedence changed in this record (110, 211): which reading governed each of its steps is not
  // emitted.
  bool method_changed = false;
};

// What a check says of a case: an AUDIT remark, or a line that shows it ("#57.2 SCORE Ann 10 (rule 204 since #29)").
class Fact {
 public:
  Fact() = default;  // nothing
  // NOLINTNEXTLINE(google-explicit-constructor): a fact is a remark
  Fact(Remark its_remark) : remark(std::move(its_remark)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): or the line that shows it
  Fact(const std::string& line) : remark(remark_of(Topic::AUDIT, "shown", {{"shown", line}})) {}
  [[nodiscard]] bool empty() const { return remark.variant.empty(); }

  Remark remark;
};
Fact fact(std::string_view variant, std::vector<Parameter> parameters = {});

class Check {
 public:
  explicit Check(std::string name);
  virtual ~Check() = default;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  [[nodiscard]] const CheckReport& report() const { return report_; }
  void report_to(AuditSink& sink, bool evidence);
  void read_with(RecordReader reader);

  virtual void before(const Scene&) {}
  // The books are as they were before it.
  virtual void emitted(const v1::Consequence&, const Scene&) {}
  // They are as they are after it.
  virtual void applied(const v1::Consequence&, const Scene&) {}
  virtual void after(const Scene&) {}
  virtual void finish() {}
  // Whether any rule in force has it look after anything.
  [[nodiscard]] virtual bool in_force(const Reading&) const { return true; }
  // Whether it looks at records themselves, whatever they brought about.
  [[nodiscard]] virtual bool reads_records() const { return false; }
  // Whether what is emitted about a game derived anew is its business too.
  [[nodiscard]] virtual bool reads_differences() const { return false; }

  // The frame tells what the rules in force have it look after.
  void note_in_force(const Scene& scene);
  void close();

 protected:
  void holds(const Scene& scene, std::uint32_t rule, const std::function<Fact()>& what);
  // `entries`: in scores, where it is about any.
  void broken(const Scene& scene, std::uint32_t rule, const Fact& what, const std::vector<Fact>& evidence = {},
              std::vector<ReckonedEntry> entries = {});
  void not_judged(const Scene& scene, std::uint32_t rule, const Fact& why);
  // It counts as not judged unless a Judgment has decided on it.
  void report_act(const AuditedAct& act);
  // An earlier record's event; nothing: it cannot be read.
  [[nodiscard]] std::optional<v1::Event> event_at(std::uint64_t record) const;

 private:
  CheckReport report_;
  RecordReader reader_;
  AuditSink* sink_ = nullptr;
  bool evidence_ = false;
  bool in_force_ = true;
};

// A check that another one reports to, since both look at one thing: who voted, and how often.
class ReportedCheck final : public Check {
 public:
  using Check::broken;
  using Check::holds;
  using Check::not_judged;
  using InForce = std::function<bool(const Reading&)>;
  ReportedCheck(std::string name, InForce in_force) : Check(std::move(name)), in_force_(std::move(in_force)) {}
  [[nodiscard]] bool in_force(const Reading& law) const override { return in_force_(law); }

 private:
  InForce in_force_;
};

// All checks, in the order of their names.
std::vector<std::unique_ptr<Check>> all_checks();

// How a consequence is shown as evidence: "#57.2 SCORE Ann 10 (rule 204 since #29)".
std::string shown(const v1::Consequence& emitted);
std::string shown(std::int64_t thousandths);
Fact shown(const BookRule& rule);

// The entry that a consequence makes in a score.
ReckonedEntry entry_of(const v1::Consequence& score);

// That case holds by the rule: with "shown", "rule" and "record".
Fact by_rule(std::string_view variant, const v1::Consequence& emitted, const BookRule& rule);

// Each makes its checks.
using Checks = std::vector<std::unique_ptr<Check>>;
void add_chain(Checks& checks);
void add_in_force(Checks& checks);
void add_kinds(Checks& checks);
void add_voted_on(Checks& checks);
void add_franchise(Checks& checks);
void add_form(Checks& checks);
void add_required(Checks& checks);
void add_numbers(Checks& checks);
void add_precedence(Checks& checks);
void add_call(Checks& checks);
void add_victory(Checks& checks);
void add_forfeit(Checks& checks);
void add_bounds(Checks& checks);
void add_turn_order(Checks& checks);
void add_adoption(Checks& checks);
void add_points(Checks& checks);
void add_effect(Checks& checks);
void add_judgment(Checks& checks);
void add_sums(Checks& checks);
void add_references(Checks& checks);
void add_signatures(Checks& checks);
void add_dice(Checks& checks);
void add_acts(Checks& checks);

}  // namespace nomic::replay::audit
