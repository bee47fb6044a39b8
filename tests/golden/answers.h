// Answers: everything that a player is told in a game, as one text. Two programs behave alike if they give the same
// text for the same play.
//
// The play is a file of commands as `nomic play` takes them. Some of its comments are read too, since plays of several
// tests come by here:
//
//     #@ +36h                        the clock goes on (s, m, h, d)
//     #@ 2012-06-01T00:00Z           or to that moment
//     #@ wait 1.2                    or that many seconds
//     #@ 36 hours = 2 seconds        in the files beside the play, "{ hours: 36 }" becomes "{ seconds: 2 }"
//     #> NAME LINE                   a line more of the file of that name in the game's folder
//
// A command is 10 ms later than the one before it. The statuses with which a line says that it must end (!3) are passed
// over: the text says how each line ended. After the last line comes a fixed list of questions on the game.
//
// Left out of the text is what no two runs or no two formats have alike: hashes and digests (every run of eight hex
// digits or more with a letter in it). JSON is asked of the views; of consequences the text only.
#pragma once

#include <filesystem>
#include <string>

namespace nomic::golden {

// Plays the file and asks; with `play` a bundle (.bundle), takes it in and asks.
std::string answers_to(const std::filesystem::path& play);

}  // namespace nomic::golden
