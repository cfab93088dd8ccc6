import fs from 'node:fs'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepOldChunks } from '../../../scripts/operate/deploy/old-chunks.ts'

let folder = ''
let server: http.Server
/** The files that the imitated live site serves, by path. */
let live: Record<string, string> = {}
let isHanging = false
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'old-chunks-'))
  live = {}
  isHanging = false
  server = http.createServer((request, response) => {
    if (isHanging) return
    const text = live[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  fs.rmSync(folder, { recursive: true })
})

const keep = (requestMs?: number) =>
  keepOldChunks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder, requestMs)
const build = (...names: string[]) => {
  for (const name of [...names, 'offline-worker.js']) fs.writeFileSync(`${folder}/${name}`, 'new')
  fs.writeFileSync(`${folder}/release.json`, JSON.stringify(names))
}
const built = () => fs.readdirSync(folder).toSorted()

test('keeps the chunks of one release', async () => {
  build('main-NEW.js', 'same-AAAA.js')
  fs.writeFileSync(`${folder}/main-OLDER.js`, 'older')
  live = {
    '/assets/release.json': JSON.stringify(['main-LIVE.js', 'same-AAAA.js', 'gone-BBBB.js']),
    '/assets/main-LIVE.js': 'live',
  }
  expect(await keep()).toEqual({ added: 1, removed: 1 })
  expect(built()).toEqual([
    'main-LIVE.js',
    'main-NEW.js',
    'offline-worker.js',
    'release.json',
    'same-AAAA.js',
  ])
  expect(fs.readFileSync(`${folder}/main-LIVE.js`, 'utf8')).toBe('live')
})

test('keeps nothing before the first release', async () => {
  build('main-NEW.js')
  expect(await keep()).toEqual({ added: 0, removed: 0 })
})

test('keeps nothing of a silent site', async () => {
  isHanging = true
  build('main-NEW.js')
  expect(await keep(100)).toEqual({ added: 0, removed: 0 })
})

test('downloads no odd name', async () => {
  build('main-NEW.js')
  live = {
    '/assets/release.json': JSON.stringify(['../../up.js', '.hidden', 'offline-worker.js', 7]),
    '/assets/offline-worker.js': 'old',
  }
  expect(await keep()).toEqual({ added: 0, removed: 0 })
  expect(fs.readFileSync(`${folder}/offline-worker.js`, 'utf8')).toBe('new')
  expect(built()).toEqual(['main-NEW.js', 'offline-worker.js', 'release.json'])
})
