import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { failureOf } from '../../../merger/ytdlp/errors.ts'
import type { ExtractionError } from '../../../merger/ytdlp/facts.ts'
import { python } from '../../python.ts'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')

/**
 * Evaluates a Python expression with the modules of the fork server, and returns its value. The statements
 * of `setUp` run first.
 */
function evaluate(expression: string, setUp = ''): unknown {
  const program = `import json, facts, server\n${setUp}\nprint(json.dumps(${expression}))`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return JSON.parse(execFileSync(python, ['-c', program], { encoding: 'utf8', env }))
}

test('replaces infinite and nested values by plain JSON', () => {
  const info = `{'formats': [{
    'url': 'https://a.example/v.mp4', 'manifest_duration': float('inf'), 'filesize': float('nan'),
    'tbr': 10 ** 400, 'language': {'nested': []}, 'http_headers': {'Referer': float('inf')},
  }]}`
  expect(evaluate(`facts.info_facts(${info}, lambda url: None)`)).toMatchObject({
    duration: null,
    formats: [{ filesize: null, tbr: null, language: null, headers: { Referer: 'inf' } }],
  })
})

test('keeps only the last 300 formats', () => {
  const info = `{'formats': [{'url': 'https://a.example/', 'height': n} for n in range(400)]}`
  const heights = `[each['height'] for each in facts.info_facts(${info}, lambda url: None)['formats']]`
  expect(evaluate(heights)).toEqual(Array.from({ length: 300 }, (_, n) => n + 100))
})

test('keeps the best formats within 500,000 characters', () => {
  const link = `'https://a.example/' + 'x' * 6_000`
  const info = `{'formats': [{'url': ${link}, 'height': n} for n in range(300)]}`
  const found = evaluate(`facts.info_facts(${info}, lambda url: None)['formats']`) as { height: number }[]
  expect(JSON.stringify(found).length).toBeLessThan(500_000)
  expect(found.length).toBeGreaterThan(60)
  expect(found.at(-1)).toMatchObject({ height: 299 })
})

test('shortens ids, codecs and languages', () => {
  const long = `'x' * 2_000`
  const info = `{'url': 'https://a.example/', 'format_id': ${long}, 'vcodec': ${long}, 'language': ${long}}`
  const [found] = evaluate(`facts.info_facts(${info}, lambda url: None)['formats']`) as Record<
    string,
    string
  >[]
  expect([found!['format_id'], found!['vcodec'], found!['language']].map((text) => text!.length)).toEqual([
    100, 100, 35,
  ])
})

test.each([
  ['nothing', "b''", 'Crash'],
  ['half an object', `b'{"info": '`, 'Malformed'],
  ['a list', "b'[]'", 'Malformed'],
  ['thousands of nested lists', "b'[' * 100_000", 'Malformed'],
])('the fork server returns an error when a child writes %s', (_, bytes, kind) => {
  expect(evaluate(`server.decode(${bytes})`)).toMatchObject({ error: { class: kind } })
})

test('fails as busy without room for another process', () => {
  const setUp = `
answers = []
def fork():
    raise BlockingIOError(11, 'Resource temporarily unavailable')
server.os.fork = fork
server.write = answers.append
server.Server('', '', 0).start({'id': 7, 'url': 'https://a.example/', 'seconds': 5})`
  const [answer] = evaluate('answers', setUp) as { id: number; error: ExtractionError }[]
  expect(answer?.id).toBe(7)
  expect(failureOf(answer!.error).code).toBe('busy')
})

test('sends an error for an infinite number', () => {
  const line = `server.encode({'id': 7, **server.decode(b'{"info": {"duration": 1e999}}')})`
  expect(evaluate(`json.loads(${line})`)).toMatchObject({ id: 7, error: { class: 'Malformed' } })
})

test('reports a child that computes, and no child that waits', () => {
  const setUp = `
import os, signal, time, contextlib, io
def used(code):
    pid = os.fork()
    if pid == 0:
        exec(code)
        os._exit(0)
    child = server.Child(1, '', pid, 0)
    time.sleep(0.4)
    lines = io.BytesIO()
    server.write = lambda answer: lines.write(server.encode(answer))
    server.report_cpu(child, time.monotonic())
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return lines.getvalue().decode()
`
  const expression = `[used('while True: pass'), used('time.sleep(9)')]`
  expect(evaluate(expression, setUp)).toEqual(['{"id": 1, "computes": true}', ''])
})

test('ends the largest child above the limit of all, an idle one before one with a slot', () => {
  const setUp = `
lines = []
server.write = lines.append
server.memory.own_bytes = lambda pid: 10 * pid
server.memory.excess = lambda pid: None
server.kill_group = lambda pid: None
server.os.waitpid = lambda pid, options: (0, 0)
server.kernel.lowest_priority = lambda group: None
def over(idle, most):
    one = server.Server('', '', most)
    for pid in (1, 2, 3, 4):
        reader, _ = os.pipe()
        one.selector.register(reader, 1)
        one.children[reader] = server.Child(pid, '', pid, time.monotonic() + 9)
    one.rest(idle)
    del lines[:]
    one.check()
    return [line['id'] for line in lines]
`
  const ended = '[over(None, 100), over(None, 99), over(3, 99), over(1, 99), over(None, 5)]'
  expect(evaluate(ended, `import os, time\n${setUp}`)).toEqual([[], [4], [3], [4], [4, 3, 2]])
})

test('answers before a killed child has ended', () => {
  const setUp = `
import os, signal
lines = []
server.write = lines.append
def killed():
    one = server.Server('', '', 0)
    reader, _ = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.pause()
    server.kill_group = lambda pid: None
    one.selector.register(reader, 1)
    one.children[reader] = server.Child(7, '', pid, 0)
    one.check()
    waits = list(one.killed) == [pid]
    os.kill(pid, signal.SIGKILL)
    while one.killed:
        one.check()
    return [waits, lines[0]['id']]
`
  expect(evaluate('killed()', setUp)).toEqual([true, 7])
})

test('starts a request that is idle from the beginning', () => {
  const read = `
import os
reader, writer = os.pipe()
os.write(writer, b'{"id": 1, "idle": true}\\n{"idle": 1}\\n{"cancel": 1}\\n')
os.dup2(reader, 0)
seen = []
one = server.Server('', '', 1)
one.start = lambda request: seen.append(['start', request['id']])
one.rest = lambda id: seen.append(['rest', id])
one.cancel = lambda id: seen.append(['cancel', id])
one.read_requests()`
  expect(evaluate('seen', read)).toEqual([
    ['start', 1],
    ['rest', 1],
    ['cancel', 1],
  ])
})

test('gives the lowest priority to a child that is idle', () => {
  const setUp = `
import os, signal
def priorities():
    pid = os.fork()
    if pid == 0:
        os.setsid()
        server.kernel.lower_priority()
        signal.pause()
    read = lambda: os.getpriority(os.PRIO_PROCESS, pid)
    while read() < 10:
        pass
    one = server.Server('', '', 0)
    one.children[0] = server.Child(7, '', pid, 0)
    one.rest(8)
    before = read()
    one.rest(7)
    after = read()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return [before, after]
`
  expect(evaluate('priorities()', setUp)).toEqual([10, 19])
})

test('takes no word of a child that it computes for an answer', () => {
  const setUp = `
import os
lines = []
server.write = lines.append
def ended(answer):
    one = server.Server('', '', 0)
    reader, _ = os.pipe()
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    one.selector.register(reader, 1)
    one.children[reader] = server.Child(7, '', pid, 0)
    one.end(reader, answer)
    return lines
`
  expect(evaluate(`ended({'id': 8, 'computes': True, 'info': {}})`, setUp)).toEqual([{ id: 7, info: {} }])
})
