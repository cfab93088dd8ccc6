"""Measures the memory of a child and of the programs it starts."""

import resource
from collections.abc import Callable

# The proportional memory of a child and its JavaScript runtime. Pages that processes share are divided among
# them, so the extractors that a child shares with the parent count little. Solving a challenge takes about
# 300 MB: 250 MB for the runtime with a player of 2.7 MB, and 40 MB for the child.
MAX_BYTES = 640 * 1024 * 1024


def excess(pid: int) -> str | None:
    """The class of the failure of a child that uses too much memory, else None.

    `TooLarge`: the child alone holds too much, so the site's answer was too large. `SolverMemory`: the
    JavaScript runtime needs too much, which is no fault of the link.
    """
    # Resident memory is quick to read and is never less than the proportional one.
    if total(pid, resident_bytes) <= MAX_BYTES or total(pid, proportional_bytes) <= MAX_BYTES:
        return None
    return 'TooLarge' if proportional_bytes(pid) > MAX_BYTES else 'SolverMemory'


def total(pid: int, bytes_of: Callable[[int], int]) -> int:
    """The memory of a process and its descendants. A value that /proc does not show counts as 0."""
    return bytes_of(pid) + sum(total(child, bytes_of) for child in child_pids(pid))


def resident_bytes(pid: int) -> int:
    try:
        with open(f'/proc/{pid}/statm', 'rb') as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def proportional_bytes(pid: int) -> int:
    """The proportional set size (PSS).

    Resident memory where the kernel does not say it: before 4.14, and for processes that are hidden from
    their own user (sandbox_kernel.hide, and Node in the image).
    """
    try:
        with open(f'/proc/{pid}/smaps_rollup', 'rb') as file:
            for line in file:
                if line.startswith(b'Pss:'):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, PermissionError):
        return resident_bytes(pid)
    except (OSError, IndexError, ValueError):
        # The process has ended, or the kernel refuses to show it.
        return 0
    return 0


def child_pids(pid: int) -> list[int]:
    """Empty on kernels without this file (CONFIG_PROC_CHILDREN)."""
    try:
        with open(f'/proc/{pid}/task/{pid}/children', 'rb') as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []
