// How two messages differ, field by field: where, what the one has, and what the other.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <vector>

namespace nomic::tools {

class Differences {
 public:
  struct One {
    std::string where;         // "moments[41].scores.scores[1].points"
    std::uint32_t record = 0;  // the record that it is about; 0 where it is about none
    std::string page;
    std::string derived;
  };

  // Of more than `most`, only how many there are.
  explicit Differences(int most) : most_(static_cast<std::size_t>(most)) {}

  void compare(const google::protobuf::Message& page, const google::protobuf::Message& derived);

  [[nodiscard]] const std::vector<One>& found() const { return found_; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  void descend(const google::protobuf::Message& page, const google::protobuf::Message& derived,
               const std::string& where, std::uint32_t record);
  void repeated(const google::protobuf::Message& page, const google::protobuf::Message& derived,
                const google::protobuf::FieldDescriptor& field, const std::string& where, std::uint32_t record);
  void add(One one);

  std::size_t most_;
  std::size_t left_out_ = 0;
  std::vector<One> found_;
};

}  // namespace nomic::tools
