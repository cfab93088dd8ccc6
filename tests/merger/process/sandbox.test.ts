import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { config } from '../../../merger/config.ts'
import { start } from '../../../merger/process/run.ts'
import { requireProtections, testSandbox } from '../../../merger/process/sandbox.ts'
import { hasLandlock } from '../landlock.ts'
import { processesUnder, startMerger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const python = process.env['PYTHON'] ?? '/usr/bin/python3'
const own = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-own-'))
const others = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-others-'))
fs.writeFileSync(path.join(own, 'source'), 'own')
fs.writeFileSync(path.join(others, 'source'), 'of another attempt')
afterAll(() => {
  for (const folder of [own, others]) fs.rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs Python code in the media sandbox, as a replacement of ffmpeg. Returns the output of the code, or the
 * name of its error.
 */
async function inPlaceOfFfmpeg(code: string): Promise<string> {
  const program = `
import os, resource, socket, subprocess, threading
try:
    ${code}
except Exception as error:
    print(type(error).__name__)
`
  const child = start('/usr/bin/python3', ['-c', program], {
    signal: AbortSignal.timeout(60_000),
    deadline: 20_000,
    memory: 1024 ** 3,
    sandbox: { python, folder: own },
    cwd: own,
  })
  const [output, { stderr }] = await Promise.all([text(child.stdout), child.ended])
  return (output + stderr).trim()
}

describe.skipIf(process.platform !== 'linux')('the media sandbox restricts a program such as ffmpeg', () => {
  test.each([
    ['a TCP socket', 'socket.socket()'],
    ['a UDP socket', 'socket.socket(type=socket.SOCK_DGRAM)'],
    ['an IPv6 socket', 'socket.socket(socket.AF_INET6)'],
    ['a Unix socket', 'socket.socket(socket.AF_UNIX)'],
    ['a new process', 'os.fork()'],
    ['another program', 'subprocess.run(["/bin/true"])'],
    ['a signal to the merger', `os.kill(${process.pid}, 0)`],
    ['a signal to its parent', 'os.kill(os.getppid(), 0)'],
  ])('the media sandbox of ffmpeg refuses %s', async (_, code) => {
    expect(await inPlaceOfFfmpeg(code)).toBe('PermissionError')
  })

  test('allows its own folder, threads and own signals', async () => {
    expect(await inPlaceOfFfmpeg('print(open("source").read()); open("result", "w").write("x")')).toBe('own')
    expect(await inPlaceOfFfmpeg('threading.Thread(target=print, args=["ran"]).start()')).toBe('ran')
    expect(await inPlaceOfFfmpeg('os.kill(os.getpid(), 0); print("sent")')).toBe('sent')
  })

  test('limits memory, time, open files and core dumps', async () => {
    const kinds = '"RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_NOFILE", "RLIMIT_CORE"'
    const read = `print([resource.getrlimit(getattr(resource, kind))[1] for kind in (${kinds})])`
    const cpuSeconds = 20 * os.availableParallelism()
    expect(await inPlaceOfFfmpeg(read)).toBe(`[${1024 ** 3}, ${cpuSeconds}, 64, 0]`)
  })

  test('gives a program no home folder and no settings', async () => {
    process.env['EXITS'] = 'with a password'
    const read = 'print(os.environ["HOME"], "EXITS" in os.environ)'
    expect(await inPlaceOfFfmpeg(read)).toBe('/nonexistent False')
    delete process.env['EXITS']
  })

  test.skipIf(!hasLandlock(python)).each([
    ['reading the files of another attempt', `open("${others}/source")`],
    ['creating a file outside its folder', `open("${others}/new", "w")`],
    ['reading the environment of the merger', `open("/proc/${process.pid}/environ")`],
  ])('the media sandbox of ffmpeg refuses %s', async (_, code) => {
    expect(await inPlaceOfFfmpeg(code)).toBe('PermissionError')
  })
})

describe('the self-test reports the protections that work', () => {
  const settings = (env: Record<string, string> = {}) => config({ PYTHON: python, WORK_DIR: own, ...env })
  const guard = 'http://127.0.0.1:9'
  const all = { privileges: true, network: true, processes: true, limits: true, files: true, guard: true }

  test.skipIf(!hasLandlock(python))('confirms every protection of a complete kernel', async () => {
    expect(await testSandbox(settings(), guard)).toEqual(all)
  })

  test('counts every protection without a report as missing', async () => {
    const report = await testSandbox(settings({ PYTHON: '/bin/false' }), guard)
    expect(Object.values(report)).toEqual([false, false, false, false, false, false])
    expect(() => requireProtections(report)).toThrow('lacks privileges, network, processes, limits')
  })

  test('requireProtections does not demand Landlock', () => {
    const report = { ...all, files: false, guard: false }
    expect(() => requireProtections(report)).not.toThrow()
    expect(() => requireProtections({ ...report, network: false })).toThrow('lacks network')
  })
})

describeSealed('the child processes of a running merger run in the sandbox', () => {
  test('gives an idle extraction two filters, no new privileges and the lowest priority', async () => {
    const merger = await startMerger()
    try {
      // Without a reference to it, the answer is collected as garbage, which cancels the request.
      const answer = await fetch(`${merger.origin}/extract`, {
        method: 'POST',
        body: JSON.stringify({ v: 1, url: 'https://silent.example/' }),
      })
      // The fork server has one seccomp filter. Its child process inherits this filter and adds a second one.
      const processes = () =>
        processesUnder(process.pid).map((pid) => {
          const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
          const filters = /NoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t(\d)/.exec(status)?.at(1)
          return { filters, priority: os.getPriority(pid) }
        })
      // The child of the self-test has two filters as well.
      await expect.poll(processes).toEqual([
        { filters: '1', priority: 0 },
        { filters: '2', priority: 19 },
      ])
      await answer.body?.cancel()
    } finally {
      await merger.close()
    }
  })
})
