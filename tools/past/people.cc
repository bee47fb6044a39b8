#include "people.h"

#include <algorithm>

#include "nomic/replay/text.h"

namespace nomic::tools {
namespace {

std::string folded_name(const std::string& name) {
  return replay::fold(name);
}

}  // namespace

void People::add(const std::string& name, const std::string& email) {
  Person joined;
  std::vector<Person> others;
  const std::string folded = folded_name(name);
  for (Person& one : people_) {
    const bool same_email =
        !email.empty() && std::find(one.emails.begin(), one.emails.end(), folded_name(email)) != one.emails.end();
    const bool same_name = std::any_of(one.names.begin(), one.names.end(),
                                       [&](const auto& known) { return folded_name(known.first) == folded; });
    if (!same_email && !same_name) {
      others.push_back(std::move(one));
      continue;
    }
    for (const auto& [known, times] : one.names) joined.names[known] += times;
    joined.emails.insert(joined.emails.end(), one.emails.begin(), one.emails.end());
  }
  ++joined.names[name];
  if (!email.empty() &&
      std::find(joined.emails.begin(), joined.emails.end(), folded_name(email)) == joined.emails.end())
    joined.emails.push_back(folded_name(email));
  others.push_back(std::move(joined));
  people_ = std::move(others);
}

const People::Person* People::person(const std::string& name, const std::string& email) const {
  for (const Person& one : people_) {
    if (one.names.count(name) != 0) return &one;
    if (!email.empty() && std::find(one.emails.begin(), one.emails.end(), folded_name(email)) != one.emails.end())
      return &one;
  }
  return nullptr;
}

std::string People::player(const std::string& name, const std::string& email) const {
  for (const std::string& identity : {email, name}) {
    if (const auto told = told_.find(folded_name(identity)); told != told_.end()) return told->second;
  }
  const Person* found = person(name, email);
  if (found == nullptr) return name;
  for (const auto& [known, times] : found->names) {
    if (const auto told = told_.find(folded_name(known)); told != told_.end()) return told->second;
  }
  return std::max_element(found->names.begin(), found->names.end(),
                          [](const auto& one, const auto& other) { return one.second < other.second; })
      ->first;
}

}  // namespace nomic::tools
