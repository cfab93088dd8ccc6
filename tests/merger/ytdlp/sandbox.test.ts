import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { describeSealed } from '../../sealed.ts'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')
const python = process.env['PYTHON'] ?? '/usr/bin/python3'
const runtime = process.execPath

/**
 * Runs Python code in the sandbox and returns its output or its error. RUNTIME is replaced by the path of
 * Node.
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

describe('the Python sandbox', () => {
  test.each([
    ['subprocess', 'print(subprocess.run([RUNTIME, "--version"], capture_output=True, text=True).stdout)'],
    // From Python 3.13 on, subprocess starts programs this way.
    ['posix_spawn', 'os.waitpid(os.posix_spawn(RUNTIME, [RUNTIME, "--version"], os.environ), 0)'],
  ])('lets %s start the JavaScript runtime', (_, code) => {
    const version = execFileSync(runtime, ['--version'], { encoding: 'utf8' }).trim()
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
    ['exec of the runtime', 'os.execv(RUNTIME, [RUNTIME, "--version"])', runtime],
  ])('refuses to start any other program by %s', (_, code, allowed) => {
    expect(sandboxed(code, allowed)).toMatch(/^PermissionError (program )?refused: /)
  })
})

describeSealed('the Python sandbox in the sealed internet', () => {
  test.each([
    ['a connection', 'socket.create_connection(("10.0.0.5", 80))', 'look-up refused'],
    ['a raw connection', 'socket.socket().connect(("10.0.0.5", 80))', 'egress refused'],
    ['a Unix socket', 'socket.socket(socket.AF_UNIX).connect("/tmp/x")', 'egress refused'],
    ['a name look-up', 'socket.getaddrinfo("private.test", 80)', 'look-up refused'],
    ['a listening socket', 'socket.socket().bind(("127.0.0.1", 0))', 'refused: socket.bind'],
    ['a datagram', 'socket.socket(type=2).sendto(b"x", ("10.0.0.5", 53))', 'refused: socket.sendto'],
    ['a request that bypasses the proxy', 'urllib.request.urlopen("http://10.0.0.5/")', 'look-up refused'],
  ])('refuses %s', (_, code, message) => {
    const since = watchLog()
    expect(sandboxed(code)).toContain(message)
    expect(since().intrusions).toEqual([])
  })
})
