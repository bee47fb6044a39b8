// Answers: everything that a player is told in a game, as one text. Two programs behave alike if they give the same
// text for the same play.
//
// How a play is read: play_file.h. The statuses with which a line says that it must end (!3) are passed over: the text
// says how each line ended. After the last line comes a fixed list of questions on the game.
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
