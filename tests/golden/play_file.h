// A play as the tests keep it, read line by line: a file of commands as `nomic play` takes them. Some of its comments
// are read too, since plays of several tests come by here:
//
//     #@ +36h                        the clock goes on (s, m, h, d)
//     #@ 2012-06-01T00:00Z           or to that moment
//     #@ wait 1.2                    or that many seconds
//     #@ 36 hours = 2 seconds        in the files beside the play, "{ hours: 36 }" becomes "{ seconds: 2 }"
//     #> NAME LINE                   a line more of the file of that name in the game's folder
//
// A command is 10 ms later than the one before it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "golden/seat.h"

namespace nomic::golden {

// Called for each command: the line without "nomic", and the status that it says it must end with (0 unless it begins
// with ! and a digit).
using EachCommand = std::function<void(const std::string& line, int expected)>;

// Sets the seat's clock and files as the play says, and calls `each` in the order of its lines, which it runs. Throws
// std::runtime_error for a comment that says nothing that is known.
void read_play(const std::filesystem::path& play, Seat& seat, const EachCommand& each);

// All plays that the project has, by names made of their folder and file: of tests/transcripts, examples and
// tests/golden/games; what ends in .bundle is a game already played, to be imported.
std::map<std::string, std::filesystem::path> all_plays();

}  // namespace nomic::golden
