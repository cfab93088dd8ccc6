import { execFileSync, spawnSync } from 'node:child_process'
import { python } from '../../python.ts'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { hasLandlock } from '../landlock.ts'
import { describeSealed } from '../../sealed.ts'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')
const runtime = process.execPath

/**
 * Runs Python code in the sandbox, and returns its output or its error. RUNTIME in the code stands for the
 * path of Node.
 */
function sandboxed(code: string, allowed = runtime) {
  const program = `
import os, socket, subprocess, urllib.request
import sandbox
sandbox.install('http://127.0.0.1:9', ${JSON.stringify(allowed)})
try:
    ${code.replaceAll('RUNTIME', JSON.stringify(runtime))}
except Exception as error:
    print(type(error).__name__, error)
`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', NO_PROXY: '*' }
  const { stdout, stderr } = spawnSync(python, ['-c', program], { encoding: 'utf8', env })
  return `${stdout}${stderr}`.trim()
}

describe('an extraction starts only the JavaScript runtime', () => {
  test('the JavaScript runtime opens no database', () => {
    const script = 'require("node:sqlite")'
    const code = `run = subprocess.run([RUNTIME, "-e", ${JSON.stringify(script)}], capture_output=True, text=True); print(run.stderr)`
    expect(sandboxed(code)).toContain('ERR_UNKNOWN_BUILTIN_MODULE')
  })

  test('lets `subprocess` start the JavaScript runtime', () => {
    const version = execFileSync(runtime, ['--version'], { encoding: 'utf8' }).trim()
    const code = 'print(subprocess.run([RUNTIME, "--version"], capture_output=True, text=True).stdout)'
    expect(sandboxed(code)).toBe(version)
  })

  test.each([
    ['subprocess', 'subprocess.run(["/bin/echo", "started"])', runtime],
    ['subprocess without a permitted program', 'subprocess.run(["/bin/echo", "started"])', ''],
    ['subprocess with an empty program', 'subprocess.run([""])', ''],
    ['posix_spawn', 'os.posix_spawn("/bin/echo", ["echo", "started"], {})', runtime],
    ['posix_spawn with a path in bytes', 'os.posix_spawn(b"/bin/echo", ["echo", "started"], {})', runtime],
    ['os.system', 'os.system("echo started")', runtime],
    ['exec', 'os.execv("/bin/echo", ["echo", "started"])', runtime],
    // The JavaScript runtime gets the filter that forbids sockets only if `subprocess` starts the runtime. So
    // the sandbox refuses all other ways to start the runtime.
    ['posix_spawn of the runtime', 'os.posix_spawn(RUNTIME, [RUNTIME, "--version"], {})', runtime],
    ['exec of the runtime', 'os.execv(RUNTIME, [RUNTIME, "--version"])', runtime],
  ])('the Python sandbox refuses to start a program with %s', (_, code, allowed) => {
    expect(sandboxed(code, allowed)).toMatch(/^PermissionError (program )?refused: /)
  })
})

/**
 * A JavaScript program that tries to open a TCP connection and to send a UDP datagram. It prints the error
 * codes of both attempts.
 */
const dialling = `
  const codes = []
  const note = (error) => { codes.push(error.code); if (codes.length === 2) console.log(codes.join()) }
  require("node:net").connect(1, "127.0.0.1").on("error", note)
  require("node:dgram").createSocket("udp4").on("error", note).send("x", 9, "127.0.0.1")`

describe.skipIf(process.platform !== 'linux')('the seccomp filters refuse system calls', () => {
  test('the kernel refuses every socket of the JavaScript runtime', () => {
    const run = `subprocess.run([RUNTIME, "-e", ${JSON.stringify(dialling)}], capture_output=True, text=True)`
    expect(sandboxed(`print(${run}.stdout)`)).toBe('EPERM,EPERM')
  })

  test.each([
    ['a datagram socket', 'libc.socket(2, 2, 0)'],
    ['a raw socket', 'libc.socket(2, 3, 1)'],
    ['a Unix socket', 'libc.socket(1, 1, 0)'],
    ['a netlink socket', 'libc.socket(16, 3, 0)'],
    ['an MPTCP socket, which Landlock does not limit', 'libc.socket(2, 1, 262)'],
    ['a listening socket', 'libc.listen(libc.socket(2, 1, 0), 1)'],
    ['a new user namespace', 'libc.unshare(0x10000000)'],
    ['an io_uring, which opens sockets by itself', 'libc.syscall(425, 8, None)'],
    ['tracing', 'libc.ptrace(0x4206, os.getppid(), 0, 0)'],
  ])('the kernel refuses %s without the audit hook', (_, call) => {
    // Error number 1 is EPERM.
    const code = `import ctypes; libc = ctypes.CDLL(None, use_errno=True); print(${call}, ctypes.get_errno())`
    expect(sandboxed(code)).toBe('-1 1')
  })

  test.each([
    ['itself', 'os.getpid()', 'sent'],
    ['its parent', 'os.getppid()', 'PermissionError'],
    ['the group of its parent', '-os.getppid()', 'PermissionError'],
    ['process 1', '1', 'PermissionError'],
    ['all processes', '-1', 'PermissionError'],
  ])('sends signals only to itself (signal to %s)', (_, target, outcome) => {
    const code = `sandbox.confine("http://127.0.0.1:9", RUNTIME); os.kill(${target}, 0); print("sent")`
    expect(sandboxed(code)).toContain(outcome)
  })
})

describe.skipIf(!hasLandlock(python))('the Landlock rules restrict files and connections', () => {
  const confined = (call: string) =>
    sandboxed(`sandbox.confine("http://127.0.0.1:9", RUNTIME); print(${call})`)

  test.each([
    ['a file outside of the system', `open(${JSON.stringify(import.meta.filename)})`],
    ['the environment of the parent', 'open(f"/proc/{os.getppid()}/environ")'],
    ['a new file', 'open("/tmp/sandbox-test", "w")'],
  ])('Landlock does not let a sandboxed process open %s', (_, call) => {
    expect(confined(call)).toMatch(/^PermissionError \[Errno 13\]/)
  })

  test('lets Landlock pass libraries and the runtime', () => {
    expect(confined('bool(__import__("xml.dom.minidom"))')).toBe('True')
    const sum = 'subprocess.run([RUNTIME, "-p", "1 + 1"], capture_output=True, text=True).stdout'
    expect(confined(sum)).toBe('2')
  })

  test('Landlock refuses all ports except that of the guard', () => {
    const dial = (port: number) =>
      sandboxed(
        [
          'import ctypes, errno, struct',
          'libc = ctypes.CDLL(None, use_errno=True)',
          `address = struct.pack("=H", 2) + struct.pack("!H", ${port}) + socket.inet_aton("127.0.0.1") + bytes(8)`,
          'sandbox.confine("http://127.0.0.1:9", RUNTIME)',
          'libc.connect(libc.socket(2, 1, 0), address, 16)',
          'print(errno.errorcode[ctypes.get_errno()])',
        ].join('; '),
      )
    expect([dial(1), dial(9)]).toEqual(['EACCES', 'ECONNREFUSED'])
  })
})

describeSealed('the Python sandbox refuses network access', () => {
  test.each([
    ['a connection', 'socket.create_connection(("10.0.0.5", 80))', 'look-up refused'],
    ['a raw connection', 'socket.socket().connect(("10.0.0.5", 80))', 'egress refused'],
    ['a name look-up', 'socket.getaddrinfo("private.test", 80)', 'look-up refused'],
    ['a listening socket', 'socket.socket().bind(("127.0.0.1", 0))', 'refused: socket.bind'],
    ['a datagram', 'socket.socket(type=2).sendto(b"x", ("10.0.0.5", 53))', 'PermissionError'],
    [
      'a send without a connection',
      'socket.socket().sendto(b"x", ("10.0.0.5", 80))',
      'refused: socket.sendto',
    ],
    ['a request that bypasses the proxy', 'urllib.request.urlopen("http://10.0.0.5/")', 'look-up refused'],
  ])('the Python sandbox refuses %s', (_, code, message) => {
    const since = watchLog()
    expect(sandboxed(code)).toContain(message)
    expect(since().intrusions).toEqual([])
  })
})
