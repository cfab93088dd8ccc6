import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const run = promisify(execFile)

test.each([
  ['test.mjs', '--help', 'npm test [-- --long]'],
  ['test.mjs', 'long', 'npm test [-- --long]'],
  ['start.mjs', '--port=80', 'npm start'],
  ['check.mjs', '--fix', 'npm run check'],
])('%s prints its usage for %s', async (script, argument, usage) => {
  await expect(run(process.execPath, [`${root}scripts/${script}`, argument])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `\nUsage: ${usage}\n`,
  })
})
