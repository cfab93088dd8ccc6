"""Measures the memory of a child process and of the programs that it has started."""

import os
import resource
from collections.abc import Callable

# Maximum memory of a child and its JavaScript runtime together, as proportional set size (PSS). Solving a
# challenge of YouTube takes about 300 MB: 40 MB in the child, and 250 MB in the runtime if YouTube's player
# script has 2.7 MB.
MAX_BYTES = 640 * 1024 * 1024


def excess(pid: int) -> str | None:
    """Returns the error class for a child that uses too much memory, else None.

    - `TooLarge`: The child alone uses too much, because the site's response was too large.
    - `SolverMemory`: The child alone does not use too much, but together with its JavaScript runtime it does.
      The link is not the cause.
    """
    # The resident memory is never less than the PSS and can be read faster, so it is compared first.
    if total(pid, resident_bytes) <= MAX_BYTES:
        return None
    # One measurement decides: the use can fall at any moment.
    own = proportional_bytes(pid)
    programs = sum(total(child, proportional_bytes) for child in child_pids(pid))
    if own + programs <= MAX_BYTES:
        return None
    return 'SolverMemory' if own <= MAX_BYTES and programs > 0 else 'TooLarge'


def own_bytes(pid: int) -> int:
    """Returns at least what a child uses beside the memory that it shares with this process.

    That is cheap to know. Pages that the child has changed count only as shared ones.
    """
    return max(0, total(pid, resident_bytes) - resident_bytes(os.getpid()))


def total(pid: int, bytes_of: Callable[[int], int]) -> int:
    """A value that /proc does not show counts as 0."""
    return bytes_of(pid) + sum(total(child, bytes_of) for child in child_pids(pid))


def resident_bytes(pid: int) -> int:
    try:
        with open(f'/proc/{pid}/statm', 'rb') as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def proportional_bytes(pid: int) -> int:
    """Returns the proportional set size (PSS) in bytes.

    Returns the resident memory in three cases, in which the kernel does not show the PSS:
    - The kernel is Linux before 4.14.
    - The process has called sandbox_kernel.hide, and is not this process itself.
    - The process is Node in the container image, where the user cannot read Node's program file.
    """
    try:
        with open(f'/proc/{pid}/smaps_rollup', 'rb') as file:
            for line in file:
                if line.startswith(b'Pss:'):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, PermissionError):
        return resident_bytes(pid)
    except (OSError, IndexError, ValueError):
        # The process has ended, or the kernel has returned an unexpected text.
        return 0
    return 0


def child_pids(pid: int) -> list[int]:
    """Returns the ids of a process's children. Returns an empty list when the file `children` cannot be read:
    the process has ended, or the kernel was built without CONFIG_PROC_CHILDREN.
    """
    try:
        with open(f'/proc/{pid}/task/{pid}/children', 'rb') as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []
