// People of a repository: one person commits under several names and addresses.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nomic::tools {

// Two identities with one name or one address are one person. Who that is, a table can say: name or address, player.
// Each call takes the time of a look into a map.
class People {
 public:
  explicit People(std::map<std::string, std::string> players) : told_(std::move(players)) {}

  void add(const std::string& name, const std::string& email);
  // The player: as the table says, else the name under which the person commits most.
  [[nodiscard]] std::string player(const std::string& name, const std::string& email);

 private:
  struct Person {
    std::size_t joined_to;                     // itself, or the person that it turned out to be
    std::map<std::string, std::size_t> names;  // and how often
    std::optional<std::string> player = {};    // once it was asked for
  };
  std::size_t person_of(std::size_t at);
  std::size_t join(std::size_t one, std::size_t other);
  [[nodiscard]] std::string called(const Person& person) const;

  std::map<std::string, std::string> told_;
  std::vector<Person> people_;
  std::map<std::string, std::size_t> of_name_;  // folded
  std::map<std::string, std::size_t> of_email_;
};

}  // namespace nomic::tools
