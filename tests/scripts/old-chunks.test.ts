import fs from 'node:fs'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepOldChunks } from '../../scripts/lib/old-chunks.mjs'

let folder = ''
let server: http.Server
/** The files of the imitated live site, by path. */
let live: Record<string, string> = {}
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'old-chunks-'))
  live = {}
  server = http.createServer((request, response) => {
    const text = live[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.close()
  fs.rmSync(folder, { recursive: true })
})

const keep = () => keepOldChunks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder)
const build = (...names: string[]) => {
  for (const name of [...names, 'offline-worker.js']) fs.writeFileSync(`${folder}/${name}`, 'new')
  fs.writeFileSync(`${folder}/release.json`, JSON.stringify(names))
}
const built = () => fs.readdirSync(folder).toSorted()

test('a deploy keeps the chunks of the live release and deletes those of older builds', async () => {
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

test('the first deploy finds no live release and keeps only its own files', async () => {
  build('main-NEW.js')
  expect(await keep()).toEqual({ added: 0, removed: 0 })
})

test('in the list of the live release, a file name that contains a path or has no hash is ignored', async () => {
  build('main-NEW.js')
  live = {
    '/assets/release.json': JSON.stringify(['../../up.js', '.hidden', 'offline-worker.js', 7]),
    '/assets/offline-worker.js': 'old',
  }
  expect(await keep()).toEqual({ added: 0, removed: 0 })
  expect(fs.readFileSync(`${folder}/offline-worker.js`, 'utf8')).toBe('new')
  expect(built()).toEqual(['main-NEW.js', 'offline-worker.js', 'release.json'])
})
