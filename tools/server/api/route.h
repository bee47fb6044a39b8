// Route: what a request is for, one of the closed list in routes.inc.
//
//     const RouteRow* row = find_route(request.method, request.target);     // null: nothing is there, or not by that
//     method switch (row->route) ...                                               // no default: the compiler asks for
//     each
//
// A request is answered by its route and by nothing else that it says of where it goes. So a route that is not in the
// table cannot be reached, and one that is in the table and has no handler does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/server/target.h"

namespace nomic::tools {

enum class Route : std::uint8_t {
#define NOMIC_API_PLACE(route, ...) route,
#define NOMIC_API_ROUTE(route, ...) route,
#include "api/routes.inc"
};

// What an answer costs: one that is computed from the whole game waits apart from the others (readers.h).
enum class Cost : std::uint8_t {
#define NOMIC_API_COST(cost, ...) cost,
#include "api/routes.inc"
};

// A set of those who may use a route (access.h).
enum class Who : std::uint8_t {
#define NOMIC_API_WHO(set, ...) set,
#include "api/routes.inc"
};

struct RouteRow {
  Route route;
  std::string_view method;  // HEAD is taken as GET
  std::string_view path;    // {x} is any one part
  Who who;
  std::size_t body;  // bytes of it at most
};

inline constexpr std::array ROUTES = {
#define NOMIC_API_PLACE(route, method, path, who, body, ...) RouteRow{Route::route, method, path, Who::who, body},
#define NOMIC_API_ROUTE(route, path, ...) RouteRow{Route::route, "GET", "/v1/games/{game}/" path, Who::LOOKERS, 0},
#include "api/routes.inc"
};

constexpr const RouteRow& row_of(Route route) {
  return ROUTES[static_cast<std::size_t>(route)];
}

// Which part of the path is the game, where the path names one.
constexpr std::size_t GAME_PART = 2;
constexpr std::size_t BEHIND_GAME = 3;

// Null: nothing is there, or not by that method.
const RouteRow* find_route(std::string_view method, const Target& target);
// The methods that are taken there, as Allow has them; empty: nothing is there.
std::string methods_at(const Target& target);

}  // namespace nomic::tools
