import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { config } from '../../../merger/config.ts'
import { ForkServer } from '../../../merger/ytdlp/fork-server.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fork-server-'))
const servers: ForkServer[] = []
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/**
 * Starts a fork server in which a shell script replaces the Python program. The script responds to each
 * request with the next of `lines`, and to the message that the first one is idle with its facts.
 */
function serverWith(...lines: string[]): ForkServer {
  const program = path.join(folder, 'python')
  const answers = lines.map((line, n) => `*'"id":${n + 1},'*) printf '%b\\n' '${line}';;`).join('\n')
  const ready = `echo '{"ready": true, "yt_dlp": "2026.10.26", "js": "24.0.0"}'`
  const idle = `'{"idle":1}') echo '{"id": 1, "info": {"title": "idle"}}';;`
  const loop = `while read -r line; do case "$line" in\n${answers}\n${idle}\nesac; done`
  fs.writeFileSync(program, `#!/bin/sh\n${ready}\n${loop}\n`, { mode: 0o755 })
  const server = new ForkServer(config({ PYTHON: program, WORK_DIR: folder }), 'http://127.0.0.1:9')
  servers.push(server)
  return server
}

test.each([
  ['infinity', '{"id": 1, "info": {"duration": Infinity}}'],
  ['a line that is cut off', '{"id": 1, "info": {"title": "x'],
  ['facts of another type', '{"id": 1, "info": []}'],
  ['an error without a class', '{"id": 1, "error": {"message": 7}}'],
])('fails only the extraction whose output contains %s', async (_, line) => {
  const server = serverWith(line, '{"id": 2, "info": {"title": "fine"}}')
  await server.version
  const first = server.ask({ url: 'https://a.example/', seconds: 5 })
  const second = server.ask({ url: 'https://b.example/', seconds: 5 })
  await expect(first).rejects.toMatchObject({ code: 'broken' })
  expect((await second).info?.title).toBe('fine')
  expect(server.alive).toBe(true)
})

test('ignores a line without a request id', async () => {
  const server = serverWith('not an answer\\n{"id": 1, "info": {"title": "fine"}}')
  expect((await server.ask({ url: 'https://a.example/', seconds: 5 })).info?.title).toBe('fine')
})

test('tells the fork server which extraction is idle', async () => {
  const idle = new AbortController()
  const server = serverWith('{"id": 1, "computes": true}')
  const first = server.ask({ url: 'https://a.example/', seconds: 5 }, undefined, {
    idle: idle.signal,
    onCompute: () => idle.abort(),
  })
  expect((await first).info?.title).toBe('idle')
})

test('tells that the child computes before its answer', async () => {
  const server = serverWith('{"id": 1, "computes": true}\\n{"id": 1, "info": {"title": "fine"}}')
  let computed = 0
  const answer = await server.ask({ url: 'https://a.example/', seconds: 5 }, undefined, {
    onCompute: () => void computed++,
  })
  expect([answer.info?.title, computed]).toEqual(['fine', 1])
})
