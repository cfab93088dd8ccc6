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
server.Server('', '').start({'id': 7, 'url': 'https://a.example/', 'seconds': 5})`
  const [answer] = evaluate('answers', setUp) as { id: number; error: ExtractionError }[]
  expect(answer?.id).toBe(7)
  expect(failureOf(answer!.error).code).toBe('busy')
})

test('sends an error for an infinite number', () => {
  const line = `server.encode({'id': 7, **server.decode(b'{"info": {"duration": 1e999}}')})`
  expect(evaluate(`json.loads(${line})`)).toMatchObject({ id: 7, error: { class: 'Malformed' } })
})
