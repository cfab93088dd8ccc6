import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const run = promisify(execFile)

test.each([
  ['test.ts', '--help', 'npm test [-- --long]'],
  ['test.ts', 'long', 'npm test [-- --long]'],
  ['start.ts', '--port', 'npm start'],
  ['check.ts', '--fix', 'npm run check'],
  ['shots.ts', 'home', 'npm run shots'],
])('%s prints its usage for %s', async (script, argument, usage) => {
  await expect(run(process.execPath, [`${root}scripts/run/${script}`, argument])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^\\n.*${argument}.*\\n\\nUsage: ${RegExp.escape(usage)}\\n$`)),
  })
})
