// WholeFile: a file that gets its name only once it is whole.
//
// It is written beside its place, as NAME.new-PID, under a lock that goes with its process. So what a killed process
// has left is told from what another is writing, and the next process that writes to the same place removes it.
//
//     if (const int error = put_whole(path, bytes, WholeFile::Place::FREE, WholeFile::Sync::YES, FileMode::OWNED);
//         error == EEXIST) ...
//
// A file that does not fit into memory is written piece by piece:
//
//     remove_left_behind(path);
//     WholeFile file;
//     if (const int error = file.begin(path, FileMode::DOCUMENT); error != 0) return cannot_write(path, error);
//     if (const int error = file.write(bytes); error != 0) ...
//     if (const int error = file.finish(WholeFile::Place::FREE, WholeFile::Sync::YES); error == EEXIST) ...
//
// Each function returns 0, or the errno of what failed. A file that is not finished is removed with the object.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

// Who may use a new file. The process's umask takes rights away, and never adds any.
enum class FileMode : std::uint16_t {
  SECRET = 0600,    // its owner alone, whatever the umask
  OWNED = 0644,     // only its owner writes it: files of a ledger, and what the program remembers
  DOCUMENT = 0666,  // as the umask has it: a file that the user asked for
};

class WholeFile {
 public:
  // Whether something may have the name already.
  enum class Place : std::uint8_t { FREE, TAKEN };
  // Whether it must be on the disk by the end.
  enum class Sync : std::uint8_t { NO, YES };

  WholeFile() = default;
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  int begin(const std::string& path, FileMode mode);
  int write(std::string_view bytes);
  // Gives it its name. FREE: EEXIST where something has that name by now. After any other error nothing new has the
  // name, except that a file which replaced another may not be on the disk yet.
  int finish(Place place, Sync sync);

 private:
  void drop();

  std::string path_;
  std::string beside_;
  int fd_ = -1;
};

// Writes all of the bytes. 0, or an errno.
int write_whole(int descriptor, std::string_view bytes);

// A whole file at once, after removing what killed processes left beside it. Reads the list of the files in its folder.
int put_whole(const std::string& path, std::string_view bytes, WholeFile::Place place, WholeFile::Sync sync,
              FileMode mode);

// The same without removing anything. For many files in a folder: call remove_left_in once before.
int put_one_of_many(const std::string& path, std::string_view bytes, WholeFile::Place place, WholeFile::Sync sync,
                    FileMode mode);

// Removes what killed processes left beside that file.
void remove_left_behind(const std::string& path);
// The same in a folder, beside the files that `is_meant` names.
void remove_left_in(const std::string& folder, const std::function<bool(std::string_view name)>& is_meant);

// Everything that was written to the file system of the folder is on the disk after it. 0, or an errno.
int sync_file_system_of(const std::string& folder);

// Makes the folder, and those above it that are missing, for the owner of such files (0700, 0755, 0777). With Sync::YES
// a crash does not lose the new entries.
Status make_folders(const std::string& path, FileMode mode, WholeFile::Sync sync = WholeFile::Sync::NO);

}  // namespace nomic::ledger
