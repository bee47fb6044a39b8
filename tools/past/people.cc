#include "people.h"

#include <algorithm>

#include "nomic/replay/text.h"

namespace nomic::tools {

std::size_t People::person_of(std::size_t at) {
  while (people_[at].joined_to != at) {
    people_[at].joined_to = people_[people_[at].joined_to].joined_to;
    at = people_[at].joined_to;
  }
  return at;
}

// The one with fewer names goes to the other, so that all of it takes n log n.
std::size_t People::join(std::size_t one, std::size_t other) {
  if (one == other) return one;
  if (people_[one].names.size() < people_[other].names.size()) std::swap(one, other);
  for (const auto& [name, times] : people_[other].names) people_[one].names[name] += times;
  people_[other].names.clear();
  people_[other].joined_to = one;
  return one;
}

void People::add(const std::string& name, const std::string& email) {
  const std::size_t fresh = people_.size();
  std::size_t person = of_name_.try_emplace(replay::fold(name), fresh).first->second;
  if (person == fresh) people_.push_back({fresh, {}});
  person = person_of(person);
  if (!email.empty()) {
    const auto known = of_email_.try_emplace(replay::fold(email), person).first->second;
    person = join(person, person_of(known));
  }
  ++people_[person].names[name];
  people_[person].player.reset();
}

std::string People::called(const Person& person) const {
  for (const auto& [known, times] : person.names) {
    if (const auto told = told_.find(replay::fold(known)); told != told_.end()) return told->second;
  }
  return std::max_element(person.names.begin(), person.names.end(),
                          [](const auto& one, const auto& other) { return one.second < other.second; })
      ->first;
}

std::string People::player(const std::string& name, const std::string& email) {
  const std::string folded = replay::fold(name);
  const std::string folded_email = replay::fold(email);
  for (const std::string& identity : {folded_email, folded}) {
    if (const auto told = told_.find(identity); told != told_.end()) return told->second;
  }
  auto found = of_name_.find(folded);
  if (found == of_name_.end()) {
    found = of_email_.find(folded_email);
    if (found == of_email_.end()) return name;
  }
  Person& person = people_[person_of(found->second)];
  if (!person.player) person.player = called(person);
  return *person.player;
}

}  // namespace nomic::tools
