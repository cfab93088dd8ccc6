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
