// People of a repository: one person commits under several names and addresses.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace nomic::tools {

// Two identities with one name or one address are one person. Who that is, a table can say: name or address, player.
class People {
 public:
  explicit People(std::map<std::string, std::string> players) : told_(std::move(players)) {}

  void add(const std::string& name, const std::string& email);
  // The player: as the table says, else the name under which the person commits most.
  [[nodiscard]] std::string player(const std::string& name, const std::string& email) const;

 private:
  struct Person {
    std::map<std::string, std::size_t> names;  // and how often
    std::vector<std::string> emails;
  };
  [[nodiscard]] const Person* person(const std::string& name, const std::string& email) const;

  std::map<std::string, std::string> told_;
  std::vector<Person> people_;
};

}  // namespace nomic::tools
