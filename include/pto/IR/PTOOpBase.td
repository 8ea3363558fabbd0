//===- PTOOpBase.td - Base classes of all ops -------------------*- tablegen -*-===//
//
// The text form of every tile op is assembled here:
//   %r = pto.<op> <operands> [<clauses>] [into %m] attr-dict : (types) -> types
// An op class sets `form` (operands and clauses), `types` (the operand types,
// in order) and `facts` (what it says about memory).
//
//===----------------------------------------------------------------------===//

#ifndef PTO_IR_PTOOPBASE_TD
#define PTO_IR_PTOOPBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "pto/IR/PTOInterfaces.td"
include "pto/IR/PTOTypes.td"

class PTO_Op<string mnemonic, list<Trait> traits = []> : Op<PTO_Dialect, mnemonic, traits>;

// Implements the interfaces and the effects from `getMemoryFacts()`.
def PTO_FactsTrait : NativeOpTrait<"MemoryFactsTrait"> {
  let cppNamespace = "::mlir::pto";
}

// The result is operand 0 in another window or with other padding.
def PTO_Repacks : NativeOpTrait<"Repacks"> {
  let cppNamespace = "::mlir::pto";
}

// What result and operands have in common, checked with expected and found.
class PTO_Check<string name, bit inferable = 1> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::pto";
  string rule = name;
  bit infers = inferable;
}
def SameAsFirst : PTO_Check<"ResultSameAsFirst">; // shape and element type
def SameShapeAsFirst : PTO_Check<"ResultSameShapeAsFirst", 0>;
def ElementwiseResult : PTO_Check<"ElementwiseResult">; // broadcast and promote
def ReducesRows : PTO_Check<"RowReductionResult">;
def ReducesCols : PTO_Check<"ColReductionResult">;
// To positions, of a width that the result says.
def FindsInRows : PTO_Check<"RowReductionResult", 0>;
def FindsInCols : PTO_Check<"ColReductionResult", 0>;
def MatmulShapes : PTO_Check<"MatmulResult">;

// Where a rule gives the result's type, builders need not be told it.
class PTO_Inference<list<Trait> traits> {
  string rule = !foldl("", traits, found, t,
      !if(!isa<PTO_Check>(t), !if(!cast<PTO_Check>(t).infers, !cast<PTO_Check>(t).rule, found),
          found));
  list<Trait> interface = !if(!empty(rule), []<Trait>,
      [DeclareOpInterfaceMethods<InferTypeOpInterface>]);
  string declaration = !if(!empty(rule), "", [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred, ::mlir::TypeRange found);
  }]);
  string definition = !if(!empty(rule), "", [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::pto::detail::infer}] # rule # [{(location, operands, getMemoryFacts(), types);
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred, ::mlir::TypeRange found) {
      return ::mlir::pto::detail::haveSameShapeAndElement(inferred, found);
    }
  }]);
}

class PTO_FactsOp<string mnemonic, list<Trait> traits = []>
    : PTO_Op<mnemonic, !listconcat([
        PTO_FactsTrait,
        MemoryEffectsOpInterface, PTO_MemorySpaceOpInterface, PTO_TileStorageOpInterface], traits,
        PTO_Inference<traits>.interface)> {
  // A chain of calls on OpMemoryFacts.
  string facts = "";
  // More facts of one op in a family.
  string also = "";
  string more = "";
  // Operands and clauses; operand types; result types.
  string form = "";
  string types = "";
  string resultTypes = "";
  let extraClassDeclaration = [{
    static constexpr ::mlir::pto::OpMemoryFacts getMemoryFacts() {
      using MS = ::mlir::pto::MemorySpace;
      (void)MS::Vec;
      return ::mlir::pto::OpMemoryFacts()}] # facts # also # [{;
    }
  }] # PTO_Inference<traits>.declaration # more;
  let extraClassDefinition = PTO_Inference<traits>.definition;
  // Who is not bound says why not.
  defvar unbound = !if(!eq(!find(form, "$into"), -1), " custom<Unbound>(\"0\") ", "");
  let assemblyFormat = form # unbound # " attr-dict `:` `(` " # types # " `)` " # resultTypes;
}

// One tile result with a buffer of its own.
class PTO_TileOp<string mnemonic, list<Trait> traits = []> : PTO_FactsOp<mnemonic, traits> {
  let results = (outs PTO_Tile:$result);
  let resultTypes = "`->` qualified(type($result))";
}

// Pieces of the text form. Every list that is optional has its keyword.
// (Classes, since TableGen pastes the name of a global variable, not its value.)
class Into { string text = " (`into` $into^)? "; }
class To { string text = " (`to` custom<Space>($target_memory)^)? "; }
class At {
  string text = " `` custom<DynamicIndexList>($offsets, $static_offsets) ";
}
class SourceAt {
  string text = " `` custom<DynamicIndexList>($source_offsets, $static_source_offsets) ";
}
class Sized {
  string text = " (`sizes` custom<DynamicIndexList>($sizes, $static_sizes)^)? ";
}
class ValidTo {
  string text = " (`valid` custom<DynamicIndexList>($valid, $static_valid)^)? ";
}

// Pieces of facts.
class Vec0 { string text = ".vec(0)"; }
class Vec01 { string text = ".vec(0).vec(1)"; }
class Vec012 { string text = ".vec(0).vec(1).vec(2)"; }
class FreshVec { string text = ".fixed(MS::Vec).fresh()"; }

// Pieces of argument lists that go with them.
defvar indices = (ins Variadic<Index>:$offsets, DenseI64ArrayAttr:$static_offsets);
defvar sizeList = (ins Variadic<Index>:$sizes,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_sizes);
defvar validList = (ins Variadic<Index>:$valid,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_valid);
defvar bound = (ins Optional<PTO_Buffer>:$into);
defvar request = (ins OptionalAttr<PTO_MemorySpaceAttr>:$target_memory);

// The printed types of operands `a`, `b`, ...
class PTO_Types<list<string> names> {
  string text = !interleave(!foreach(n, names, "qualified(type($" # n # "))"), " `,` ");
}
// The same operands, as they stand behind the op's name.
class PTO_Operands<list<string> names> {
  string text = !interleave(!foreach(n, names, "$" # n), " `,` ");
}

// Declarations of ScratchOpInterface, for the ops that have it.
defvar PTO_ScratchMethods = [{
  ::mlir::FailureOr<std::optional<::mlir::pto::ScratchRequirement>>
  getScratchRequirement(const ::mlir::pto::ScratchPolicy &policy);
  ::mlir::Value getScratch() { return getTmp(); }
  void setScratch(::mlir::Value scratch) { getTmpMutable().assign(scratch); }
}];

// Tiles by element type.
class PTO_TileOf<string pred, string what>
    : Type<And<[CPred<"::llvm::isa<::mlir::pto::TileType>($_self)">,
                CPred<"::mlir::pto::" # pred #
                      "(::llvm::cast<::mlir::pto::TileType>($_self).getElementType())">]>,
           "tile of " # what, "::mlir::pto::TileType">;
def PTO_IntTile : PTO_TileOf<"isIntegerElement", "integers">;
def PTO_F32Tile : PTO_TileOf<"isF32Element", "f32">;
def PTO_F16F32Tile : PTO_TileOf<"isF16OrF32Element", "f16 or f32">;
def PTO_I32Tile : PTO_TileOf<"isInt32Element", "32-bit integers">;

#endif // PTO_IR_PTOOPBASE_TD
