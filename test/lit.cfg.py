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

llvm_config.use_default_substitutions()
config.substitutions.append(("%pto_src", config.pto_src_root))
config.substitutions.append(("%pto_bin", config.pto_tools_dir))
config.substitutions.append(("%python", config.python_executable))

llvm_config.add_tool_substitutions(
    ["pto-opt", "pto-reduce", "pto-smith", "pto-solve", "pto-translate",
     ToolSubst("pto-import", os.path.join(config.pto_src_root, "tools", "pto-import"))],
    [config.pto_tools_dir, config.llvm_tools_dir])

# 'not' and 'count' are looked up like any other command.
llvm_config.with_environment(
    "PATH", [config.pto_tools_dir, config.llvm_tools_dir], append_path=True)
