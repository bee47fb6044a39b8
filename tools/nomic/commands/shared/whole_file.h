// WholeFile: a file that takes its name only once it is whole.
//
// It is written beside its place, as NAME.new-PID, under a lock that goes with its process. So what a killed process
// has left is told from what another is writing, and whoever writes to the same place next can remove it.
//
//     remove_left_behind(path);
//     WholeFile file;
//     if (const int error = file.begin(path); error != 0) return cannot_write(path, error);
//     if (const int error = file.write(bytes); error != 0) ...
//     if (const int error = file.finish(WholeFile::Place::FREE, WholeFile::Sync::YES); error == EEXIST) ...
//
// Each function answers 0, or the errno of what failed. What is not finished is gone with the object.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace nomic::tools {

class WholeFile {
 public:
  // Whether something may have the name already.
  enum class Place { FREE, TAKEN };
  // Whether it must be on the disk by the end.
  enum class Sync { NO, YES };

  WholeFile() = default;
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  int begin(const std::string& path);
  int write(std::string_view bytes);
  // Gives it its name. FREE: EEXIST where something has that name by now.
  int finish(Place place, Sync sync);

 private:
  void drop();

  std::string path_;
  std::string beside_;
  int fd_ = -1;
};

// Writes all of the bytes. 0, or an errno.
int write_whole(int descriptor, std::string_view bytes);

// Removes what killed processes left beside that file.
void remove_left_behind(const std::string& path);
// The same in a folder, beside the files of the names that are meant.
void remove_left_in(const std::string& folder, const std::function<bool(std::string_view name)>& is_meant);

}  // namespace nomic::tools
