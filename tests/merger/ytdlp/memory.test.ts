import { execFileSync } from 'node:child_process'
import { python } from '../../python.ts'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')

/**
 * Returns the error class that `memory.excess` returns for a forked child, or 'None', and its own memory in
 * MB. The memory limit is 200 MB. The child shares 240 MB with its parent, uses `own` MB itself, and starts
 * a program that uses `program` MB.
 */
function verdict(own: number, program: number): [verdict: string, megabytes: number] {
  const code = `
import os, subprocess, sys, time
import memory
memory.MAX_BYTES = 200 << 20
shared = bytearray(os.urandom(1) * (240 << 20))
reader, writer = os.pipe()
pid = os.fork()
if pid == 0:
    filled = bytearray(b'x' * (${own} << 20))
    code = "import time; filled = bytearray(b'x' * (${program} << 20)); print(flush=True); time.sleep(60)"
    started = subprocess.Popen([sys.executable, '-S', '-c', code], stdout=subprocess.PIPE)
    started.stdout.readline()
    os.write(writer, b'x')
    time.sleep(60)
os.read(reader, 1)
print(memory.excess(pid), memory.own_bytes(pid) >> 20)
for each in (*memory.child_pids(pid), pid):
    os.kill(each, 9)
os.waitpid(pid, 0)
`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  const [found = '', megabytes] = execFileSync(python, ['-c', code], { encoding: 'utf8', env }).split(' ')
  return [found, Number(megabytes)]
}

test('counts memory shared with the parent only by half', () => {
  // The child and its parent share 240 MB, and half of this memory (120 MB) counts for the child. The Python
  // interpreters add about 20 MB. The sum is below the limit of 200 MB, so there is no error.
  const [found, megabytes] = verdict(1, 1)
  expect(found).toBe('None')
  expect(megabytes).toBeLessThan(100)
})

test('fails with TooLarge beyond the limit of a child', () => {
  const [found, megabytes] = verdict(200, 1)
  expect(found).toBe('TooLarge')
  expect(megabytes).toBeGreaterThanOrEqual(200)
})

test('fails with SolverMemory for its JavaScript runtime', () => {
  const [found, megabytes] = verdict(1, 200)
  expect(found).toBe('SolverMemory')
  expect(megabytes).toBeGreaterThanOrEqual(200)
})

test('decides by one measurement that the site is the cause', () => {
  const code = `
import memory
falling = iter([700 << 20, 600 << 20, 500 << 20])
memory.resident_bytes = lambda pid: 700 << 20
memory.proportional_bytes = lambda pid: next(falling)
memory.child_pids = lambda pid: []
print(memory.excess(1))
`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  expect(execFileSync(python, ['-c', code], { encoding: 'utf8', env }).trim()).toBe('TooLarge')
})

test('decides by one measurement that nothing is too large', () => {
  const code = `
import memory
falling = iter([600 << 20, 700 << 20])
memory.resident_bytes = lambda pid: 700 << 20
memory.proportional_bytes = lambda pid: next(falling)
memory.child_pids = lambda pid: []
print(memory.excess(1))
`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  expect(execFileSync(python, ['-c', code], { encoding: 'utf8', env }).trim()).toBe('None')
})

test('uses resident memory in place of a hidden PSS', () => {
  // For example, the kernel hides the proportional set size of the JavaScript runtime in the container image,
  // because the user of the merger cannot read the program file of this runtime.
  const code = `
import builtins, os
import memory
def refuse(path, mode):
    if path.endswith('smaps_rollup'):
        raise PermissionError
    return builtins.open(path, mode)
memory.open = refuse
memory.resident_bytes = lambda pid: 7
print(memory.proportional_bytes(os.getpid()))
`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  expect(execFileSync(python, ['-c', code], { encoding: 'utf8', env }).trim()).toBe('7')
})
