"""Prints the regular expressions of the merger's Python files as JSON: constant first arguments of `re`."""

import ast
import json
import pathlib
import sys

root = pathlib.Path(sys.argv[1])
FLAGS = {'I': 'i', 'IGNORECASE': 'i', 'S': 's', 'DOTALL': 's', 'M': 'm', 'MULTILINE': 'm'}


def flags_of(call: ast.Call) -> str:
    names = (node.attr for one in call.args[1:] for node in ast.walk(one) if isinstance(node, ast.Attribute))
    return ''.join(sorted({FLAGS[name] for name in names if name in FLAGS}))


def calls_in(path: pathlib.Path):
    for node in ast.walk(ast.parse(path.read_text('utf-8'))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        module, pattern = node.func.value, node.args[0]
        is_re = isinstance(module, ast.Name) and module.id == 're' and node.func.attr != 'escape'
        if is_re and isinstance(pattern, ast.Constant) and isinstance(pattern.value, str):
            place = str(path.relative_to(root))
            yield {'source': pattern.value, 'flags': flags_of(node), 'place': place}


print(json.dumps([one for path in sorted((root / 'merger').rglob('*.py')) for one in calls_in(path)]))
