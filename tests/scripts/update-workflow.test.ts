import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Runs the step `change` of .github/workflows/update-yt-dlp.yml in a folder with an imitation of gh.

const workflow = fs.readFileSync('.github/workflows/update-yt-dlp.yml', 'utf8')
const [, indented = ''] = /- id: change\n +run: \|\n((?: {10}.*\n)+)/.exec(workflow) ?? []
let folder = ''

beforeAll(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/update-workflow-`)
  const gh = '#!/bin/sh\n[ "$PULLS" != fails ] && echo "$PULLS"\n'
  fs.writeFileSync(`${folder}/gh`, gh, { mode: 0o755 })
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Runs the step as GitHub does, and returns its outputs. */
function outputs(PULLS: string): string[] {
  const file = path.join(folder, 'output')
  fs.writeFileSync(file, '')
  const env = { PULLS, VERSION: '2026.11.20', GITHUB_OUTPUT: file, PATH: `${folder}:${process.env['PATH']}` }
  execFileSync('bash', ['-e', '-c', indented], { cwd: folder, env })
  return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

test('builds a version once', () => {
  expect(outputs('0')).toEqual(['is-new=yes'])
  expect(outputs('1')).toEqual([])
})

test('fails if requests cannot be listed', () => {
  expect(() => outputs('fails')).toThrow()
})
