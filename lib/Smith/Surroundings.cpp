//===- Surroundings.cpp - What stands between ops on tiles ----------------===//
//
// Whole kernels look at parts of tensors, make tensors of their own, wait for
// other cores and write into the memory of other ranks. Passes step over all
// that, but no load may pass a store, and no copy a barrier.
//
//===----------------------------------------------------------------------===//

#include "IndexList.h"
#include "KernelBuilder.h"

#include "pto/IR/PTOOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::smith;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A part of a tensor, or all of it in another shape.
Value KernelBuilder::tensorView(Value tensor) {
  Type element = cast<RankedTensorType>(tensor.getType()).getElementType();
  switch (random.below(3)) {
  case 0: {
    IndexList offsets({indexBelow(64), builder.getIndexAttr(0)});
    SmallVector<Value> operands = {tensor};
    llvm::append_range(operands, offsets.values);
    return make(
               "pto.tensor.slice", operands,
               RankedTensorType::get({512, 512}, element),
               {numbersOf(builder, "static_offsets", offsets.numbers),
                segmentsOf(builder, {1, int32_t(offsets.values.size()), 0, 0})})
        ->getResult(0);
  }
  case 1:
    return make("pto.tensor.reshape", tensor,
                RankedTensorType::get({2048, 8192}, element))
        ->getResult(0);
  }
  return make("pto.tensor.view", tensor,
              RankedTensorType::get({8192, 2048}, element),
              segmentsOf(builder, {1, 0, 0}))
      ->getResult(0);
}

/// A tensor that the kernel makes itself.
Value KernelBuilder::makeTensor(Type element) {
  SmallVector<int64_t> shape = {512, 512};
  NamedAttribute split =
      builder.getNamedAttr("split", builder.getI64IntegerAttr(1));
  switch (random.below(5)) {
  case 0:
    // One whose extent is known at run time only.
    return make("pto.tensor.create", scalar(builder.getIndexType()),
                RankedTensorType::get({ShapedType::kDynamic, 512}, element),
                numbersOf(builder, "static_sizes", {ShapedType::kDynamic, 512}))
        ->getResult(0);
  case 1:
    return make("pto.tensor.create_l1", {},
                RankedTensorType::get(shape, element))
        ->getResult(0);
  case 2: {
    Type i32 = builder.getI32Type();
    Value rows = tensorOf(RankedTensorType::get({512}, i32), false),
          pages = tensorOf(RankedTensorType::get({64}, i32), false);
    auto number = [&](StringRef name, int64_t value) {
      return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
    };
    return make("pto.tensor.paged_gather",
                {tensorFor(element, /*isOutput=*/false), rows, pages},
                RankedTensorType::get(shape, element),
                {number("block_size", 16), number("size", 512),
                 number("max_indices", 512)})
        ->getResult(0);
  }
  case 3: {
    Value part =
        make("pto.tensor.aiv_shard", tensorFor(element, /*isOutput=*/false),
             RankedTensorType::get({2048, 4096}, element), split)
            ->getResult(0);
    return make("pto.tensor.aic_gather", part,
                RankedTensorType::get({4096, 4096}, element), split)
        ->getResult(0);
  }
  }
  return make("pto.tensor.create", {}, RankedTensorType::get(shape, element))
      ->getResult(0);
}

/// A tensor that is written where it lies.
Value KernelBuilder::overwrite(Value tensor, int64_t columns) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Type element = type.getElementType();
  uint64_t way = random.below(isScalarType(element) ? 3 : 2);
  IndexList offsets({indexBelow(64), builder.getIndexAttr(0)});
  SmallVector<Value> operands = {tensor};
  SmallVector<NamedAttribute> attributes = {
      numbersOf(builder, "static_offsets", offsets.numbers)};
  if (way == 0) {
    llvm::append_range(operands, offsets.values);
    operands.push_back(tensorView(tensorFor(element, /*isOutput=*/false)));
    return make("pto.tensor.assemble", operands, type, attributes)
        ->getResult(0);
  }
  if (way == 1) {
    operands.push_back(tensorFor(element, /*isOutput=*/false));
    llvm::append_range(operands, offsets.values);
    attributes.push_back(numbersOf(builder, "static_source_offsets", {0, 0}));
    attributes.push_back(numbersOf(builder, "static_sizes", {1, columns}));
    attributes.push_back(
        segmentsOf(builder, {1, 1, int32_t(offsets.values.size()), 0, 0, 0}));
    return make("pto.tensor.gather_row", operands, type, attributes)
        ->getResult(0);
  }
  llvm::append_range(operands, offsets.values);
  operands.push_back(scalar(element));
  return make("pto.tensor.write", operands, type, attributes)->getResult(0);
}

void KernelBuilder::addTensorUse() {
  const Palette &palette = random.pick(ArrayRef(palettes));
  Type element = palette.element;
  auto type = cast<TileType>(palette.getType('t'));
  bool isCube = kind == FunctionKind::AIC;
  auto loadOf = [&](Value tensor) {
    if (!isCube)
      addTile(loadMatrix(tensor, type, {}));
  };
  switch (random.below(6)) {
  case 0:
    return loadOf(tensorView(tensorFor(element, random.chance(30))));
  case 1: {
    Value tensor = makeTensor(element);
    Value tile = isCube ? Value() : findTile(type);
    if (tile) {
      tensor = make("pto.store", {tile, tensor}, tensor.getType(),
                    {numbersOf(builder, "static_offsets", {0, 0}),
                     segmentsOf(builder, {1, 1, 0, 0})})
                   ->getResult(0);
    }
    return loadOf(tensor);
  }
  case 2: {
    IndexList offsets({indexBelow(64), builder.getIndexAttr(0)});
    SmallVector<Value> operands = {tensorFor(element, /*isOutput=*/false)};
    llvm::append_range(operands, offsets.values);
    Value value = make("pto.tensor.read", operands, element,
                       numbersOf(builder, "static_offsets", offsets.numbers))
                      ->getResult(0);
    if (!isCube && isScalarType(element))
      addTile(make("pto.full", value, type)->getResult(0));
    return;
  }
  case 3: {
    auto axis = builder.getNamedAttr("axis", builder.getI64IntegerAttr(0));
    Value extent = make("pto.tensor.dim", tensorFor(element, false),
                        builder.getIndexType(), axis)
                       ->getResult(0);
    indices.push_back({extent, 4096});
    return;
  }
  }
  addValues(overwrite(tensorFor(element, /*isOutput=*/true), palette.columns));
}

//===----------------------------------------------------------------------===//
// Other cores
//===----------------------------------------------------------------------===//

void KernelBuilder::addSync() {
  MLIRContext *ctx = builder.getContext();
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  auto pipe = [&](StringRef name) {
    return builder.getNamedAttr(
        name, PipeAttr::get(ctx, random.pick({Pipe::MTE2, Pipe::V, Pipe::MTE3,
                                              Pipe::FIX, Pipe::M})));
  };
  auto workspace = RankedTensorType::get({256}, builder.getI32Type());
  switch (random.below(8)) {
  case 0:
    make(random.pick<StringRef>({"pto.system.bar_all", "pto.system.bar_m",
                                 "pto.system.bar_v", "pto.system.fence"}),
         {}, TypeRange());
    return;
  case 1: {
    NamedAttribute attributes[] = {number("event_id", random.below(8)),
                                   pipe("set_pipe"), pipe("wait_pipe")};
    make("pto.system.sync_src", {}, TypeRange(), attributes);
    make("pto.system.sync_dst", {}, TypeRange(), attributes);
    return;
  }
  case 2: {
    StringRef name =
        random.chance(50) ? "pto.system.sync_set" : "pto.system.sync_wait";
    if (random.chance(30))
      make(name, scalar(builder.getIndexType()), TypeRange(), pipe("pipe"));
    else
      make(name, {}, TypeRange(),
           {number("event_id", random.below(14)), pipe("pipe")});
    return;
  }
  case 3: {
    bool isWhole = random.chance(40);
    SmallVector<Value> operands;
    SmallVector<NamedAttribute> attributes;
    int32_t count = 0;
    if (!isWhole) {
      IndexList offsets({indexBelow(64), builder.getIndexAttr(0)});
      operands.push_back(
          tensorFor(palettes.front().element, /*isOutput=*/true));
      llvm::append_range(operands, offsets.values);
      count = offsets.values.size();
      attributes = {numbersOf(builder, "static_offsets", offsets.numbers),
                    numbersOf(builder, "static_sizes", {16, 64})};
    }
    attributes.push_back(segmentsOf(builder, {isWhole ? 0 : 1, count, 0}));
    make("pto.system.cacheinvalid", operands, TypeRange(), attributes);
    return;
  }
  case 4:
    make("pto.system.set_ffts", tensorOf(workspace, /*isOutput=*/true),
         TypeRange());
    return;
  case 5:
    if (random.chance(50))
      make("pto.system.syncall", {}, TypeRange(), segmentsOf(builder, {0, 0}));
    else
      make("pto.system.syncall",
           {tensorOf(workspace, /*isOutput=*/true),
            scalar(builder.getI32Type())},
           TypeRange(),
           {segmentsOf(builder, {1, 1}),
            builder.getNamedAttr("mode", builder.getStringAttr("soft"))});
    return;
  case 6: {
    // What has no facts about memory may do anything to device memory.
    Type task = TaskIdType::get(ctx);
    Value first = make("pto.system.task_dummy", {}, task)->getResult(0);
    make("pto.system.task_dummy", first, task);
    return;
  }
  }
  Value context =
      make("pto.prefetch.make_context", {}, PrefetchContextType::get(ctx))
          ->getResult(0);
  Value session =
      make("pto.prefetch.session", context, PrefetchSessionType::get(ctx))
          ->getResult(0);
  Value event =
      make("pto.prefetch.async_prefetch",
           {tensorFor(palettes.front().element, /*isOutput=*/false), context},
           HandleType::get(ctx, "async_event"))
          ->getResult(0);
  make("pto.prefetch.wait", {event, session}, builder.getI1Type());
}

//===----------------------------------------------------------------------===//
// Other ranks
//===----------------------------------------------------------------------===//

void KernelBuilder::addRemote() {
  MLIRContext *ctx = builder.getContext();
  const Palette &palette = random.pick(ArrayRef(palettes));
  auto type = cast<TileType>(palette.getType('t'));
  Value peer = scalar(builder.getI32Type());
  uint64_t what = random.below(4);
  Value tile = what == 1 ? anyTile() : Value();
  Type element =
      tile ? cast<TileType>(tile.getType()).getElementType() : palette.element;
  auto view =
      TensorViewAttr::get(ctx, TensorLayout::ND, {}, {}, PadKind::Null,
                          /*distributed=*/true, builder.getStringAttr("ranks"));
  Value window = tensorOf(RankedTensorType::get({4096, 4096}, element, view),
                          /*isOutput=*/true);
  IndexList offsets({indexBelow(64), builder.getIndexAttr(0)});
  int32_t count = offsets.values.size();
  NamedAttribute places = numbersOf(builder, "static_offsets", offsets.numbers);
  if (tile) {
    SmallVector<Value> operands = {tile, window};
    llvm::append_range(operands, offsets.values);
    operands.push_back(peer);
    make("pto.pld.remote_store", operands, TypeRange(), places);
    return;
  }
  if (what < 2) {
    SmallVector<Value> operands = {window};
    llvm::append_range(operands, offsets.values);
    operands.push_back(peer);
    SmallVector<NamedAttribute> attributes = {places};
    int32_t validValues = 0;
    if (has(Feature::Valid) && random.chance(25)) {
      type = leaveRowsOpen(type, operands, attributes);
      validValues = 1;
    }
    if (has(Feature::Requests) && random.chance(40))
      type = type.withSpace(MemorySpace::Vec);
    attributes.push_back(segmentsOf(builder, {1, count, 1, validValues, 0}));
    addTile(
        make("pto.pld.remote_load", operands, type, attributes)->getResult(0));
    return;
  }
  // Between two tensors, through one or two tiles.
  bool isPut = what == 2, hasSecond = random.chance(40);
  Value local = tensorFor(element, /*isOutput=*/!isPut);
  SmallVector<Value> operands = {isPut ? window : local,
                                 isPut ? local : window};
  llvm::append_range(operands, offsets.values);
  operands.push_back(peer);
  for (unsigned i = 0; i != (hasSecond ? 2 : 1); ++i)
    operands.push_back(make("pto.create", {}, type)->getResult(0));
  make(isPut ? "pto.pld.put" : "pto.pld.get", operands, TypeRange(),
       {places, numbersOf(builder, "static_source_offsets", {0, 0}),
        numbersOf(builder, "static_sizes", type.getShape()),
        segmentsOf(builder, {1, 1, count, 0, 1, 1, hasSecond ? 1 : 0, 0})});
}
