# How lit finds and runs the tests of this folder.

import os

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "PTO"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "python", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.pto_obj_root, "test")

# Other programs can't load what is sanitized, nor link it, and tests of large
# inputs take too long.
if config.pto_sanitizers:
    config.available_features.add("sanitized")
if config.pto_fuzzers:
    config.available_features.add("fuzzers")
llvm_config.with_system_environment(["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"])

llvm_config.use_default_substitutions()
config.substitutions.append(("%pto_src", config.pto_src_root))
config.substitutions.append(("%pto_bin", config.pto_tools_dir))
config.substitutions.append(("%python", config.python_executable))
config.substitutions.append(("%pto_obj", config.pto_obj_root))
config.substitutions.append(("%cmake", config.cmake))
# Who embeds the libraries may have another compiler.
others = ("gcc", "g++") if config.cxx_id == "Clang" else ("clang-22", "clang++-22")
config.substitutions.append(
    ("%other_compiler", "-DCMAKE_C_COMPILER=%s -DCMAKE_CXX_COMPILER=%s" % others))

llvm_config.add_tool_substitutions(
    ["pto-fuzz-csv", "pto-fuzz-importer", "pto-fuzz-json", "pto-fuzz-kernel",
     "pto-lsp-server", "pto-opt", "pto-reduce", "pto-smith", "pto-solve", "pto-translate",
     ToolSubst("pto-import", os.path.join(config.pto_src_root, "tools", "pto-import")),
     ToolSubst("pto-memory-map", f"{config.python_executable} {config.pto_src_root}/tools/pto-memory-map --bin {config.pto_tools_dir}")],
    [config.pto_tools_dir, config.llvm_tools_dir])

# 'not' and 'count' are looked up like any other command.
llvm_config.with_environment(
    "PATH", [config.pto_tools_dir, config.llvm_tools_dir], append_path=True)
