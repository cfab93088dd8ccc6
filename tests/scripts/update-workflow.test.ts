import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Runs the step `change` of .github/workflows/update-yt-dlp.yml in a folder with imitations of git and gh.

const workflow = fs.readFileSync('.github/workflows/update-yt-dlp.yml', 'utf8')
const [, indented = ''] = /- id: change\n(?: +#.*\n)* +run: \|\n((?: {10}.*\n)+)/.exec(workflow) ?? []
const IMITATIONS = {
  git: 'case $1 in diff) exit $CHANGED ;; ls-remote) echo "$BRANCH" ;; esac',
  gh: '[ "$PULLS" != fails ] && echo "$PULLS"',
}
let folder = ''

beforeAll(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/update-workflow-`)
  for (const [name, text] of Object.entries(IMITATIONS))
    fs.writeFileSync(`${folder}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  fs.mkdirSync(`${folder}/merger`)
  fs.writeFileSync(`${folder}/merger/requirements.txt`, 'a==1\nyt-dlp==2026.11.20 \\\n')
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Runs the step `change` as GitHub does, and returns its outputs. */
function outputs(state: { CHANGED?: string; PULLS?: string; BRANCH?: string }): string[] {
  const file = path.join(folder, 'output')
  fs.writeFileSync(file, '')
  const env = { CHANGED: '1', PULLS: '0', BRANCH: '', ...state, GITHUB_OUTPUT: file }
  const options = { cwd: folder, env: { ...env, PATH: `${folder}:${process.env['PATH']}` } }
  execFileSync('bash', ['-e', '-c', indented], options)
  return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

test('opens a pull request for a new version', () => {
  expect(outputs({})).toEqual(['version=2026.11.20', 'build=2026.11.20'])
})

test('opens only the request for an existing branch', () => {
  expect(outputs({ BRANCH: 'abc refs/heads/yt-dlp-2026.11.20' })).toEqual(['version=2026.11.20'])
  const steps = workflow.split(/^ {6}- /m)
  const conditionOf = (command: string) =>
    steps.find((step) => step.includes(command))?.match(/if: (.*)/)?.[1]
  expect(conditionOf('npm run image')).toBe('steps.change.outputs.build')
  expect(conditionOf('git push')).toBe('steps.change.outputs.build')
  expect(conditionOf('gh pr create')).toBe('steps.change.outputs.version')
})

test('does nothing for a known version', () => {
  expect(outputs({ PULLS: '1', BRANCH: 'abc refs/heads/yt-dlp-2026.11.20' })).toEqual([])
  expect(outputs({ PULLS: '1' })).toEqual([])
  expect(outputs({ CHANGED: '0' })).toEqual([])
})

test('fails if requests cannot be listed', () => {
  expect(() => outputs({ PULLS: 'fails' })).toThrow()
})
