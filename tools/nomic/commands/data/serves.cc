#include "data/serves.h"

namespace nomic::tools {

const bool SERVES = true;

}  // namespace nomic::tools
