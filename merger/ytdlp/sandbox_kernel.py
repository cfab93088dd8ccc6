"""Limits this process and its descendants. The limits use seccomp, Landlock and rlimits of the Linux kernel.

No function needs privileges, and no limit can be removed again. When the system lacks one of the mechanisms
(macOS, an old kernel, a container runtime that refuses it), the process runs without it. The self-test
(sandbox_check.py) reports which protections work. This module imports little, because it is loaded before
each start of ffmpeg and ffprobe.
"""

import ctypes
import os
import resource
import struct
import sys

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
SIGKILL = 9

# System call numbers, from arch/x86/entry/syscalls/syscall_64.tbl (x86_64) and
# include/uapi/asm-generic/unistd.h (aarch64). Numbers from 424 on are the same on both architectures.
_SAME = {
    'pidfd_send_signal': 424,
    'io_uring_setup': 425,
    'io_uring_enter': 426,
    'io_uring_register': 427,
    'open_tree': 428,
    'move_mount': 429,
    'fsopen': 430,
    'fsconfig': 431,
    'fsmount': 432,
    'fspick': 433,
    'pidfd_open': 434,
    'clone3': 435,
    'pidfd_getfd': 438,
    'process_madvise': 440,
    'mount_setattr': 442,
    'landlock_create_ruleset': 444,
    'landlock_add_rule': 445,
    'landlock_restrict_self': 446,
}
_X86_64 = {
    **{'socket': 41, 'connect': 42, 'accept': 43, 'sendto': 44, 'sendmsg': 46, 'bind': 49, 'listen': 50},
    **{'clone': 56, 'fork': 57, 'vfork': 58, 'kill': 62, 'ptrace': 101, 'rt_sigqueueinfo': 129},
    **{'pivot_root': 155, 'chroot': 161, 'mount': 165, 'umount2': 166, 'init_module': 175, 'tkill': 200},
    **{'tgkill': 234, 'kexec_load': 246, 'add_key': 248, 'request_key': 249, 'keyctl': 250, 'unshare': 272},
    **{'accept4': 288, 'rt_tgsigqueueinfo': 297, 'perf_event_open': 298, 'prlimit64': 302},
    **{'open_by_handle_at': 304, 'sendmmsg': 307, 'setns': 308, 'process_vm_readv': 310},
    **{'process_vm_writev': 311, 'kcmp': 312, 'finit_module': 313, 'bpf': 321, 'userfaultfd': 323},
}
_AARCH64 = {
    **{'umount2': 39, 'mount': 40, 'pivot_root': 41, 'chroot': 51, 'unshare': 97, 'kexec_load': 104},
    **{'init_module': 105, 'ptrace': 117, 'kill': 129, 'tkill': 130, 'tgkill': 131, 'rt_sigqueueinfo': 138},
    **{'socket': 198, 'bind': 200, 'listen': 201, 'accept': 202, 'connect': 203, 'sendto': 206},
    **{'sendmsg': 211, 'add_key': 217, 'request_key': 218, 'keyctl': 219, 'clone': 220},
    **{'rt_tgsigqueueinfo': 240, 'perf_event_open': 241, 'accept4': 242, 'prlimit64': 261},
    **{'open_by_handle_at': 265, 'setns': 268, 'sendmmsg': 269, 'process_vm_readv': 270},
    **{'process_vm_writev': 271, 'kcmp': 272, 'finit_module': 273, 'bpf': 280, 'userfaultfd': 282},
}
# For each machine type: the kernel's number for the architecture (linux/audit.h), and the system call
# numbers.
_MACHINES = {'x86_64': (0xC000003E, _X86_64), 'aarch64': (0xC00000B7, _AARCH64)}
_ARCH, _NUMBERS = _MACHINES.get(os.uname().machine, (0, {}))
_NUMBERS = {**_SAME, **_NUMBERS}

# System calls that are refused to every program. These calls trace or read other processes, change the
# mounted file systems, or use parts of the kernel that media programs never need. io_uring could open sockets
# without passing the filter.
_NEVER = (
    *('ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp', 'pidfd_getfd'),
    *('io_uring_setup', 'io_uring_enter', 'io_uring_register', 'bpf', 'perf_event_open', 'userfaultfd'),
    *('add_key', 'request_key', 'keyctl', 'unshare', 'setns', 'mount', 'umount2', 'pivot_root', 'chroot'),
    *('open_tree', 'move_mount', 'fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr'),
    *('open_by_handle_at', 'init_module', 'finit_module', 'kexec_load'),
)
_NETWORK = ('socket', 'connect', 'bind', 'listen', 'accept', 'accept4')
_LISTENING = ('bind', 'listen', 'accept', 'accept4')
_SIGNALS = ('kill', 'tkill', 'tgkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo')

EPERM, ENOSYS = 1, 38
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_LOAD, _EQUAL, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x45, 0x54, 0x06
# Offsets of the system call number and of the architecture in struct seccomp_data.
_NUMBER, _MACHINE = 0, 4
CLONE_THREAD = 0x00010000
CLONE_NEW_NAMESPACE = 0x7E020000
MSG_FASTOPEN = 0x20000000

_libc = ctypes.CDLL(None, use_errno=True)


def _argument(index: int) -> int:
    return 16 + 8 * index


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Encodes one BPF instruction.

    `yes` and `no` are the numbers of instructions to skip when a comparison succeeds or fails.
    """
    return struct.pack('=HBBI', code, yes, no, value & 0xFFFFFFFF)


_PASS, _REFUSE = _step(_RETURN, _ALLOW), _step(_RETURN, _ERRNO | EPERM)


def _rule(name: str, *body: bytes) -> bytes:
    """Builds BPF instructions for one system call: when the program makes this call, `body` runs.

    The last instruction of `body` must be a return. Without a `body`, the rule refuses the call.
    """
    body = body or (_REFUSE,)
    return _step(_EQUAL, _NUMBERS[name], 0, len(body)) + b''.join(body)


def _unless_bits(name: str, index: int, bits: int) -> bytes:
    """Builds a rule that refuses a system call if the argument at `index` contains any bit of `bits`."""
    return _rule(name, _step(_LOAD, _argument(index)), _step(_ANY_BIT, bits, 0, 1), _REFUSE, _PASS)


def _only_for(name: str, value: int) -> bytes:
    """Builds a rule that refuses a system call unless its first argument is `value`."""
    return _rule(name, _step(_LOAD, _argument(0)), _step(_EQUAL, value, 0, 1), _PASS, _REFUSE)


def _not_for(name: str, values: tuple[int, ...]) -> bytes:
    """Builds a rule that refuses a system call if its first argument is one of `values`."""
    tests = [step for value in values for step in (_step(_EQUAL, value, 0, 1), _REFUSE)]
    return _rule(name, _step(_LOAD, _argument(0)), *tests, _PASS)


def _install(rules: list[bytes]) -> bool:
    """Installs a filter that refuses system calls with EPERM.

    Every later fork and program inherits the filter.
    """
    if not _ARCH or sys.platform != 'linux':
        return False
    program = b''.join(
        [
            # A 32-bit program uses other system call numbers, so all its calls are refused.
            *(_step(_LOAD, _MACHINE), _step(_EQUAL, _ARCH, 1, 0), _REFUSE, _step(_LOAD, _NUMBER)),
            # System call numbers of x32 programs on x86_64 have this bit set. These calls are refused, too.
            *(_step(_ANY_BIT, 0x40000000, 0, 1), _REFUSE),
            *rules,
            _PASS,
        ]
    )
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack('@HxxxxxxP', len(program) // 8, ctypes.addressof(buffer))
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return _libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0) == 0


def forbid_network_and_processes() -> bool:
    """Installs the filter for ffmpeg and ffprobe.

    These programs cannot open a socket or start a process; threads are allowed. They may send signals only to
    themselves.
    """
    if not _ARCH:
        return False
    fork = [_rule(name) for name in ('fork', 'vfork') if name in _NUMBERS]
    threads = _rule('clone', _step(_LOAD, _argument(0)), _step(_ANY_BIT, CLONE_THREAD, 0, 1), _PASS, _REFUSE)
    own = [_only_for(name, os.getpid()) for name in ('kill', 'tgkill', 'rt_sigqueueinfo')]
    others = [_rule(name) for name in ('tkill', 'rt_tgsigqueueinfo', 'pidfd_send_signal', 'pidfd_open')]
    return _install([*_common(), *map(_rule, _NETWORK), *fork, threads, *own, *others])


def forbid_listening() -> bool:
    """Installs the filter for Python. Python may then open only TCP sockets and cannot listen on them.

    A filter cannot read the address of a connection. Therefore Landlock, which checks the port, and the audit
    hook refuse every connection that does not lead to the guard.
    """
    if not _ARCH:
        return False
    tcp_only = _rule(
        'socket',
        # Only these sockets are allowed: the family AF_INET or AF_INET6, the type SOCK_STREAM, and the
        # protocol 0 or TCP. Landlock does not check connections of other stream protocols (MPTCP, SMC).
        *(_step(_LOAD, _argument(0)), _step(_EQUAL, 2, 1, 0), _step(_EQUAL, 10, 0, 6)),
        *(_step(_LOAD, _argument(1)), _step(_AND, 0xF), _step(_EQUAL, 1, 0, 3)),
        *(_step(_LOAD, _argument(2)), _step(_EQUAL, 0, 2, 0), _step(_EQUAL, 6, 1, 0)),
        *(_REFUSE, _PASS),
    )
    # TCP Fast Open connects inside a send call. Landlock does not check such a connection, so it is refused
    # here.
    sends = [
        _unless_bits('sendto', 3, MSG_FASTOPEN),
        _unless_bits('sendmsg', 2, MSG_FASTOPEN),
        _unless_bits('sendmmsg', 3, MSG_FASTOPEN),
    ]
    namespaces = _unless_bits('clone', 0, CLONE_NEW_NAMESPACE)
    return _install([*_common(), tcp_only, *map(_rule, _LISTENING), *sends, namespaces])


def protect(*processes: int) -> bool:
    """Forbids this process to signal the given processes, their groups, or all processes at once.

    This process also cannot use pidfd_open or prlimit64 on the given processes.
    """
    if not _ARCH:
        return False
    # The target -1 means every process that the sender may signal.
    targets = (*processes, *(-each for each in processes), -1)
    changes = [_not_for(name, processes) for name in ('pidfd_open', 'prlimit64')]
    return _install([*(_not_for(name, targets) for name in _SIGNALS), *changes])


def forbid_sockets() -> bool:
    """Installs the filter for the JavaScript runtime. The runtime may then open no socket at all.

    The filter of the runtime's parent process applies, too.
    """
    return _install([_rule(name) for name in _NETWORK]) if _ARCH else False


def _common() -> list[bytes]:
    # A seccomp filter cannot read the flags of `clone3`, because they are in memory and not in a register. So
    # the filter answers `clone3` with ENOSYS. glibc then calls `clone`, whose flags the filter can read.
    no_clone3 = _rule('clone3', _step(_RETURN, _ERRNO | ENOSYS))
    return [*map(_rule, _NEVER), no_clone3]


# Access rights of Landlock (linux/landlock.h).
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE = 1 << 14
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_RIGHTS_BY_VERSION = ((1, (1 << 13) - 1), (2, 1 << 13), (3, _TRUNCATE), (5, 1 << 15))
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_BIND_TCP, _CONNECT_TCP = 1 << 0, 1 << 1
_PATH_BENEATH, _NET_PORT = 1, 2
_SCOPES = (1 << 0) | (1 << 1)

SYSTEM = ('/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/etc', '/sys/devices/system/cpu')
DEVICES = ('/dev/null', '/dev/zero', '/dev/random', '/dev/urandom')


def landlock_version() -> int:
    """Returns the version of the kernel's Landlock interface; 0 without Landlock."""
    if sys.platform != 'linux':
        return 0
    return max(0, _libc.syscall(_NUMBERS['landlock_create_ruleset'], None, 0, 1))


def limit_files(read: tuple[str, ...], write: tuple[str, ...], port: int | None = None) -> bool:
    """Lets this process read only the paths in `SYSTEM` and `read`, and write only to the paths in `write`.

    - The process may also read the paths in `write`, and use the devices in `DEVICES`.
    - It cannot read `/proc`, so it cannot inspect other processes.
    - From Landlock version 4 on, it may connect only to the TCP port `port` (None: any port).
    - From Landlock version 6 on, it can signal only itself and its descendants.

    Returns False when the kernel has no Landlock.
    """
    version = landlock_version()
    if version == 0:
        return False
    handled = sum(rights for since, rights in _RIGHTS_BY_VERSION if version >= since)
    network = _BIND_TCP | _CONNECT_TCP if version >= 4 and port is not None else 0
    ruleset = struct.pack('=QQQ', handled, network, _SCOPES if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _libc.syscall(_NUMBERS['landlock_create_ruleset'], ctypes.c_char_p(ruleset), size, 0)
    if rules < 0:
        return False
    rights_of = {
        **dict.fromkeys((*SYSTEM, *read), _READ),
        **dict.fromkeys(DEVICES, _READ_FILE | _WRITE_FILE),
        # A program that was written to one of the folders in `write` must not be started.
        **dict.fromkeys(write, handled & ~_EXECUTE),
    }
    for path, rights in rights_of.items():
        try:
            folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            # A folder that does not exist on this system needs no rule.
            continue
        rights &= handled if os.path.isdir(path) else handled & _FILE_RIGHTS
        rule = ctypes.c_char_p(struct.pack('=Qi', rights, folder))
        _libc.syscall(_NUMBERS['landlock_add_rule'], rules, _PATH_BENEATH, rule, 0)
        os.close(folder)
    if network and port:
        rule = ctypes.c_char_p(struct.pack('=QQ', _CONNECT_TCP, port))
        _libc.syscall(_NUMBERS['landlock_add_rule'], rules, _NET_PORT, rule, 0)
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    done = _libc.syscall(_NUMBERS['landlock_restrict_self'], rules, 0) == 0
    os.close(rules)
    return done


def confine_media(program: str, folder: str) -> None:
    """Sets all limits of ffmpeg and ffprobe except their rlimits, which `limit_resources` sets.

    These programs may use pipes and `folder` ('' = no folder).
    """
    limit_files(read=(program, os.path.dirname(program)), write=(folder,) if folder else ())
    forbid_network_and_processes()


def die_with_parent() -> None:
    if sys.platform == 'linux':
        _libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)


# The event loop of the merger serves everybody (merger/process/priority.ts).
_NICE = 10
_NICEST = 19


def lower_priority() -> None:
    """Call it after setsid: with autogroups, Linux ranks a session by the number in its file alone."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)
    except PermissionError:
        return  # It has the lowest already.
    _rank_session('self', _NICE)


def lowest_priority(group: int) -> None:
    try:
        os.setpriority(os.PRIO_PGRP, group, _NICEST)
    except OSError:
        return  # It has ended, or is not yet a group.
    _rank_session(str(group), _NICEST)


def _rank_session(process: str, nice: int) -> None:
    try:
        with open(f'/proc/{process}/autogroup', 'w') as file:
            file.write(str(nice))
    except OSError:
        pass  # The kernel has no autogroups, or the process has called `hide`.


def hide() -> None:
    """Hides the memory and environment of this process from other processes of the same user."""
    if sys.platform == 'linux':
        _libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


# How many more processes and threads may start. The kernel's limit (RLIMIT_NPROC) also counts those that
# already run, so `limit_resources` adds their number.
_MORE_TASKS = 512


def limit_resources(
    memory: int = 0, file_bytes: int | None = None, cpu_seconds: int = 0, open_files: int = 0
) -> None:
    """Sets resource limits of this process.

    A limit stays unchanged when its argument has the default value: None for `file_bytes`, 0 for the others.
    """
    limits = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_NPROC, _running_tasks() + _MORE_TASKS)]
    limits += [(resource.RLIMIT_AS, memory)] if memory else []
    limits += [(resource.RLIMIT_FSIZE, file_bytes)] if file_bytes is not None else []
    limits += [(resource.RLIMIT_CPU, cpu_seconds)] if cpu_seconds else []
    limits += [(resource.RLIMIT_NOFILE, open_files)] if open_files else []
    for kind, amount in limits:
        hard = resource.getrlimit(kind)[1]
        amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
        try:
            resource.setrlimit(kind, (amount, amount))
        except (ValueError, OSError):
            # If the system does not support a limit, the process runs without that limit.
            continue


def _running_tasks() -> int:
    """Returns the number of all processes and threads of the system.

    The fourth field of /proc/loadavg is "running/all".
    """
    try:
        with open('/proc/loadavg') as file:
            return int(file.read().split()[3].split('/')[1])
    except (OSError, ValueError, IndexError):
        return 4_096
