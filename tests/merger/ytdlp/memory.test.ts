import { execFileSync } from 'node:child_process'
import { python } from '../../python.ts'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')

/**
 * Returns the verdict on a forked child, with a limit of 200 MB. The parent uses 240 MB that its child
 * shares. The child itself uses `own` MB, and the program that it starts uses `program` MB.
 */
function verdict(own: number, program: number): string {
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
print(memory.excess(pid))
for each in (*memory.child_pids(pid), pid):
    os.kill(each, 9)
os.waitpid(pid, 0)
`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return execFileSync(python, ['-c', code], { encoding: 'utf8', env }).trim()
}

test('memory that a child shares with its parent does not count fully towards the memory limit', () => {
  // The child has 240 MB of resident memory and a proportional share of 120 MB. The interpreters add about 20
  // MB.
  expect(verdict(1, 1)).toBe('None')
})

test('a child whose own memory exceeds the limit fails with TooLarge', () => {
  expect(verdict(200, 1)).toBe('TooLarge')
})

test('a child fails with SolverMemory when the memory of its JavaScript runtime exceeds the limit', () => {
  expect(verdict(1, 200)).toBe('SolverMemory')
})

test('resident memory counts for a process whose proportional memory the kernel does not show', () => {
  // An example is a process that other processes of its user cannot inspect, such as the JavaScript runtime
  // in the image.
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
