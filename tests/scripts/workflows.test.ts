import fs from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../.github/workflows/', import.meta.url)
const workflows = fs.readdirSync(folder).map((name) => [name, fs.readFileSync(new URL(name, folder), 'utf8')])

test.each(workflows)('%s pins each action by commit and may only read', (_, text = '') => {
  const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
  expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m)
})

test('a job in a container trusts its checkout before it calls git', () => {
  for (const [name, text = ''] of workflows)
    if (/^ {4}container:/m.test(text)) expect(text, name).toMatch(/safe\.directory[^]*\.ci\/run/)
})

/** The jobs of a workflow, each with its text. */
const jobsOf = (text: string) =>
  text
    .slice(text.indexOf('\njobs:'))
    .split(/^ {2}(?=[\w-]+:\n)/m)
    .slice(1)

test.each(workflows)('%s: no job that may write runs a program of this repository', (_, text = '') => {
  for (const job of jobsOf(text).filter((one) => /: write$/m.test(one)))
    expect(job).not.toMatch(/\b(npm|npx|node|\.ci\/run|bash \S)/)
})

test.each(workflows)('%s keeps no credentials in its checkout', (_, text = '') => {
  const checkouts = text.split('actions/checkout@').slice(1)
  for (const after of checkouts) expect(after).toMatch(/^\S+ # \S+\n +with:\n +persist-credentials: false\n/)
})

test('the token of the account is only in the job that promotes', () => {
  for (const [name, text = ''] of workflows)
    for (const job of jobsOf(text))
      if (job.includes('CLOUDFLARE_API_TOKEN'))
        expect(`${name} ${job}`).toMatch(/^update-yt-dlp.yml promote:/)
})
