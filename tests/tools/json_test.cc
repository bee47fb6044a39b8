// JSON in lots is JSON.
#include "nomic/views/json.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <string>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {
namespace {

// The whole message printed at once.
std::string at_once(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(message, &json, options).ok());
  return json;
}

// What looks like the list's own place, in places where it is not.
const std::string MISLEADING = R"(","proposals":[{"changes":[]}],"\")";

v1::ProposalsView view_of(int proposals, int changes) {
  v1::ProposalsView view;
  for (int i = 0; i < proposals; ++i) {
    auto& proposal = *view.add_proposals();
    proposal.set_proponent(MISLEADING + std::to_string(i));
    for (int k = 0; k < changes; ++k) proposal.add_changes()->set_lang(MISLEADING);
  }
  return view;
}

TEST(Json, OfLongListsIsThatOfTheWhole) {
  for (const int proposals : {0, 1, 63, 64, 65, 128, 129, 300}) {
    for (const int changes : {0, 1, 70}) {
      const v1::ProposalsView view = view_of(proposals, changes);
      EXPECT_EQ(json_of(view), at_once(view)) << proposals << " of " << changes;
    }
  }
}

TEST(Json, OfSeveralLongListsIsThatOfTheWhole) {
  v1::ScoresView view;
  for (int i = 0; i < 200; ++i) {
    view.add_scores()->set_player("\"scores\":[" + std::to_string(i));
    if (i % 2 == 0) view.add_holdings();
    if (i % 20 == 0) view.add_attributes();
  }
  EXPECT_EQ(json_of(view), at_once(view));
}

}  // namespace
}  // namespace nomic::tools
