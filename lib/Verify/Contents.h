//===- Contents.h - What bytes can hold, and why ------------------*- C++
//-*-===//

#ifndef PTO_LIB_VERIFY_CONTENTS_H
#define PTO_LIB_VERIFY_CONTENTS_H

#include "ShadowMemory.h"
#include "TileMap.h"

namespace mlir::pto::verify {

class Contents {
public:
  struct Info {
    enum class Kind {
      Nothing,   ///< Nobody wrote.
      Tile,      ///< The bytes of `value`.
      Empty,     ///< `value` was made without data: any bytes will do.
      Lost,      ///< Some way through `op` overwrote them, or none did.
      Clobbered, ///< A temporary of `op`.
      Called,    ///< The callee of `op` may have buffers here.
    };
    Kind kind = Kind::Nothing;
    Value value;
    Operation *op = nullptr;
    /// Contents that are as good: on every way that leads here the tile has
    /// these, or no data yet.
    Content same = kNothing;
  };

  Contents() { infos.emplace_back(); }

  Content addTile(Value value, Content same = kNothing) {
    infos.push_back({Info::Kind::Tile, value, nullptr, same});
    return infos.size() - 1;
  }
  Content addEmpty(Value value) {
    infos.push_back({Info::Kind::Empty, value, nullptr, kNothing});
    return infos.size() - 1;
  }
  /// One content for each op and kind.
  Content getFor(Operation *op, Info::Kind kind) {
    auto [it, isNew] = ofOps.try_emplace({op, unsigned(kind)}, infos.size());
    if (isNew)
      infos.push_back({kind, {}, op, kNothing});
    return it->second;
  }

  const Info &get(Content content) const { return infos[content]; }
  /// The best contents that are as good as each of `all`; none where there are
  /// no such.
  Content getCommon(ArrayRef<Content> all) const;
  bool isEmpty(Content content) const {
    return infos[content].kind == Info::Kind::Empty;
  }
  /// True where a tile with contents `wanted` may read bytes that hold `found`.
  bool accepts(Content wanted, Content found) const {
    while (wanted != found) {
      if (isEmpty(wanted))
        return true;
      wanted = infos[wanted].same;
      if (wanted == kNothing)
        return false;
    }
    return true;
  }

private:
  std::vector<Info> infos;
  DenseMap<std::pair<Operation *, unsigned>, Content> ofOps;
};

/// Tells why `found` is where `wanted` should be.
class Explanation {
public:
  Explanation(TileMap &map, const Contents &contents)
      : map(map), contents(contents) {}

  /// `reader` wants a tile's contents and finds something else in `bytes` of
  /// the tile's area.
  void explain(Operation *reader, const Tile &tile, Interval bytes,
               Content found);

  /// What is there: "'u'".
  std::string holder;
  Findings::Notes notes;

private:
  void explainWriter(Operation *reader, Operation *around, unsigned area,
                     Interval bytes);
  void addWriter(Operation *writer, unsigned area, Interval bytes);
  void addPath(Operation *writer, Operation *reader, Operation *outermost);

  TileMap &map;
  const Contents &contents;
};

} // namespace mlir::pto::verify

#endif // PTO_LIB_VERIFY_CONTENTS_H
