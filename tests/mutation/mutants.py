"""Which mutants there are: those of Cosmic Ray that say something, and statements left out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.work_item import MutationSpec
from parso.python.tree import ExprStmt, Keyword

ROOMS = ("submitting", "running", "worker", "history")
"""What submits, records, limits, times and reports."""
SWAPS = {
    "ReplaceBinaryOperator": (
        "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_Add BitOr_BitAnd BitAnd_BitOr "
        "LShift_RShift RShift_LShift"
    ),
    "ReplaceComparisonOperator": "Eq_NotEq NotEq_Eq Lt_LtE LtE_Lt Gt_GtE GtE_Gt Is_IsNot IsNot_Is",
    "ReplaceUnaryOperator": "USub_UAdd Delete_Not",
}
"""One replacement for each operator: the others say the same again."""
OTHERS = (
    "AddNot ExceptionReplacer NumberReplacer RemoveDecorator ReplaceAndWithOr ReplaceOrWithAnd "
    "ReplaceBreakWithContinue ReplaceContinueWithBreak ReplaceFalseWithTrue ReplaceTrueWithFalse "
    "ZeroIterationForLoop"
)
OPERATORS = (
    *(f"{kind}_{swap}" for kind, swaps in SWAPS.items() for swap in swaps.split()),
    *OTHERS.split(),
)
LEFT_OUT = "LeaveOutStatement"


class LeaveOutStatement(Operator):  # type: ignore[misc]
    """Leaves out a call, an assignment to something that exists already, or a `raise`."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield where a statement can be left out."""
        if is_omissible(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return `pass` in place of the statement."""
        return Keyword("pass", node.start_pos, prefix=node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[()]:
        """Return no examples, which are for Cosmic Ray's own tests."""
        return ()


def is_omissible(node: Any) -> bool:
    """Return whether a node is a statement without which the names of its function still exist."""
    if node.parent is None or node.parent.type not in ("simple_stmt", "suite"):
        return False
    if isinstance(node, ExprStmt):
        target = node.children[0]
        augmented = node.children[1].type == "operator" and node.children[1].value != "="
        return bool(augmented or target.type in ("atom_expr", "power"))
    if node.type in ("raise_stmt", "del_stmt"):
        return True
    call = node.type in ("atom_expr", "power") and node.children[-1].type == "trailer"
    return bool(call and node.children[-1].children[0].value == "(")


def operator_named(name: str) -> Operator:
    """Return the operator with a name."""
    if name == LEFT_OUT:
        return LeaveOutStatement()
    return cosmic_ray.plugins.get_operator(f"core/{name}")()


def mutants_of(module: Path) -> Iterator[MutationSpec]:
    """Yield the mutants of a module, but for those that nothing at run time can notice."""
    text = module.read_text(encoding="utf-8")
    unseen = list(unseen_spans(ast.parse(text)))
    nodes = list(ast_nodes(get_ast_from_path(module)))
    for name in (*OPERATORS, LEFT_OUT):
        operator = operator_named(name)
        places = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if name == "NumberReplacer" and occurrence % 2:  # one less; the other is one more
                continue
            mutant = MutationSpec(module, name, occurrence, start, end)
            is_seen = not any(first <= start < last for first, last in unseen)
            if is_seen and mutated_code(mutant, text) is not None:
                yield mutant


def mutated_code(mutant: MutationSpec, code: str) -> str | None:
    """Return the code of a module with a mutant in it; `None` if that is not Python."""
    try:
        found = mutate_code(code, operator_named(mutant.operator_name), mutant.occurrence)
        compile(found, str(mutant.module_path), "exec")
    except (AttributeError, SyntaxError):  # such as `*` that is not a product
        return None
    return str(found)


def unseen_spans(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield from where to where a module has annotations, and blocks for type checks or Windows."""
    for node in ast.walk(tree):
        found: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef):
            found = [node.returns]
        elif isinstance(node, ast.arg | ast.AnnAssign):
            found = [node.annotation]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "sys.platform == 'win32'":
            found = [*node.body]
        elif isinstance(node, ast.If | ast.Assign):
            about = node.test if isinstance(node, ast.If) else node.targets[0]
            found = [node] if ast.unparse(about) == "TYPE_CHECKING" else []
        for one in found:
            if isinstance(one, ast.expr | ast.stmt):
                assert one.end_lineno is not None
                assert one.end_col_offset is not None
                yield (one.lineno, one.col_offset), (one.end_lineno, one.end_col_offset)
