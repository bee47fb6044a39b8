// What is compiled in where the packages of the page's script are not installed: the style alone. Defined in the test
// program itself, it stands in the place of the one that the build has made.
#include "web_files.h"

namespace nomic::tools {

const std::vector<WebFile>& web_files() {
  static const std::vector<WebFile> ALL = {{"style", "body { margin: 0 auto; }\n"}};
  return ALL;
}

}  // namespace nomic::tools
