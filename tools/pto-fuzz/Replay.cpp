//===- Replay.cpp - A target without a fuzzer -----------------------------===//
//
// Runs the target on every file that is named, and on every file below each
// directory that is named: what a fuzzer found once is found by a test.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace llvm;

/// The files that `place` names, in order.
static std::vector<std::string> filesOf(StringRef place) {
  if (!sys::fs::is_directory(place))
    return {place.str()};
  std::vector<std::string> files;
  std::error_code error;
  for (sys::fs::recursive_directory_iterator it(place, error), end;
       it != end && !error; it.increment(error))
    if (it->type() == sys::fs::file_type::regular_file)
      files.push_back(it->path());
  std::sort(files.begin(), files.end());
  return files;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    errs() << "usage: " << sys::path::filename(argv[0])
           << " FILE-OR-DIRECTORY...\nRuns each file through the target.\n";
    return 1;
  }
  size_t count = 0;
  for (int i = 1; i != argc; ++i)
    for (const std::string &file : filesOf(argv[i])) {
      ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
          MemoryBuffer::getFile(file, /*IsText=*/false);
      if (!buffer) {
        errs() << file << ": " << buffer.getError().message() << '\n';
        return 1;
      }
      // Whoever crashes leaves the name of the file behind.
      errs() << file << '\n';
      StringRef bytes = (*buffer)->getBuffer();
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()),
                             bytes.size());
      ++count;
    }
  outs() << count << " inputs\n";
  return 0;
}
