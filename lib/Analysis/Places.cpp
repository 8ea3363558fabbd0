//===- Places.cpp - Where in a file a location is -------------------------===//

#include "pto/Analysis/Places.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

Location pto::getFileLoc(Location loc) {
  SmallVector<Location, 4> open{loc};
  while (!open.empty()) {
    Location at = open.pop_back_val();
    if (isa<FileLineColLoc>(at))
      return at;
    if (auto name = dyn_cast<NameLoc>(at))
      open.push_back(name.getChildLoc());
    else if (auto call = dyn_cast<CallSiteLoc>(at))
      open.push_back(call.getCallee());
    else if (auto fused = dyn_cast<FusedLoc>(at))
      llvm::append_range(open, llvm::reverse(fused.getLocations()));
  }
  return loc;
}

unsigned pto::getLine(Location loc) {
  auto file = dyn_cast<FileLineColLoc>(getFileLoc(loc));
  return file ? file.getLine() : 0;
}
