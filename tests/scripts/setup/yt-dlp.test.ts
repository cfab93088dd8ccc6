import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Tests a copy of the set-up of yt-dlp in a new folder. pip is real, but cannot reach a package index,
// because PIP_INDEX_URL names an address at which no server listens. PYTHONPATH makes
// every Python process use the test's own package yt_dlp instead of the system's yt-dlp.

const root = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '')
const COPIED = ['scripts/lib/step.ts', 'scripts/lib/stop.ts', 'scripts/lib/setup/apt.ts']
const TITLE = 'yt-dlp'
const FAILED = /^pip could not install \((Could not find a version|No matching distribution).+\)$/
let folder = ''

const SCRIPT = `
import { main, step } from './scripts/lib/step.ts'
import { findYtDlp } from './scripts/lib/setup/yt-dlp.ts'
await main(() => step('${TITLE}', findYtDlp))
`
/** Hides the optional packages that the system's Python may have. */
const SITE = `
import importlib.util as u
find = u.find_spec
u.find_spec = lambda name, *more: None if name in ("yt_dlp_ejs", "curl_cffi") else find(name, *more)
`
/**
 * A program in place of python3. It writes one line to the file `venvs` for each virtual environment that is
 * made, and runs the real Python.
 */
const PYTHON = (base: string) => `#!/bin/sh
[ "$1 $2" != '-m venv' ] || echo made >>${base}/venvs
PATH='${process.env['PATH']}' exec python3 "$@"
`

beforeAll(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/yt-dlp-`)
  for (const file of [...COPIED, 'scripts/lib/setup/yt-dlp.ts', 'merger/requirements.txt'])
    fs.cpSync(`${root}/${file}`, `${folder}/${file}`)
  fs.mkdirSync(`${folder}/site/yt_dlp`, { recursive: true })
  fs.writeFileSync(`${folder}/site/yt_dlp/__init__.py`, '')
  fs.writeFileSync(`${folder}/site/sitecustomize.py`, SITE)
  fs.writeFileSync(`${folder}/run.mjs`, SCRIPT)
  fs.mkdirSync(`${folder}/bin`)
  fs.writeFileSync(`${folder}/bin/python3`, PYTHON(folder), { mode: 0o755 })
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Runs the set-up on a system that has the given version of yt-dlp. Returns its exit code and its output. */
function setUp(systemVersion: string): Promise<{ code: unknown; output: string }> {
  fs.writeFileSync(`${folder}/site/yt_dlp/version.py`, `__version__ = "${systemVersion}"`)
  const { PYTHON: _, ...inherited } = process.env
  const noProxy = Object.keys(inherited).filter((name) => /_proxy$|^PIP_/i.test(name))
  const env = {
    ...inherited,
    ...Object.fromEntries(noProxy.map((name) => [name, undefined])),
    PATH: `${folder}/bin:${process.env['PATH']}`,
    PYTHONPATH: `${folder}/site`,
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: 'http://127.0.0.1:1/simple',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [`${folder}/run.mjs`], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    )
  })
}

/**
 * Finds the line of the output that reports the step of yt-dlp, such as "✓ yt-dlp: …, since …, …  1.2 s".
 * Returns three parts of the line: which yt-dlp was found, why pip failed, and which packages are missing.
 */
function detailsOf(output: string) {
  const line = new RegExp(`^✓ ${TITLE}: (.+?), since (.+?\\)), (.+?)  [\\d.]+ s$`, 'm').exec(output)
  return { found: line?.[1], reason: line?.[2], missing: line?.[3] }
}

const MISSING =
  'without yt-dlp-ejs (YouTube gives fewer formats), without curl-cffi (TikTok, Instagram and Vimeo refuse more often)'

test("uses the system's yt-dlp for an hour without an index", async () => {
  for (let start = 0; start < 2; start += 1) {
    const { code, output } = await setUp('2026.10.26')
    expect(code, output).toBe(0)
    expect(detailsOf(output), output).toEqual({
      found: "2026.10.26, this system's",
      reason: expect.stringMatching(FAILED),
      missing: MISSING,
    })
  }
  expect(fs.readFileSync(`${folder}/venvs`, 'utf8')).toBe('made\n')
  const kept = fs.readdirSync(`${folder}/.cache`).filter((name) => name.startsWith('yt-dlp'))
  expect(kept).toEqual(['yt-dlp.failed'])
})

test('says what to do without a package index and with an old yt-dlp', async () => {
  const { code, output } = await setUp('2023.03.04')
  expect(code, output).toBe(1)
  expect(output).toContain(`✗ ${TITLE}`)
  expect(output).toContain('.cache/yt-dlp/bin/pip install --no-deps')
})
