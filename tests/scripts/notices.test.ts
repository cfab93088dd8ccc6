import fs from 'node:fs'
import { expect, test } from 'vitest'

type Manifest = { license?: string; dependencies?: Record<string, string> }
const FOLDERS = ['contract', 'edge', 'merger', 'web']
const IMPORT = /(?:from|import\(|import) ?'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g

/** Every npm package that the code imports, with what these need, and the license that the package names. */
function npmNotices(): string {
  const licenses = new Map<string, string>()
  const add = (name: string) => {
    const file = `node_modules/${name}/package.json`
    if (licenses.has(name) || !fs.existsSync(file)) return
    const { license = '?', dependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest
    licenses.set(name, license)
    for (const needed of Object.keys(dependencies)) add(needed)
  }
  for (const folder of FOLDERS)
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.(tsx?|css)$/.test(file))
        for (const [, name = ''] of fs.readFileSync(`${folder}/${file}`, 'utf8').matchAll(IMPORT)) add(name)
  const names = [...licenses.keys()].toSorted((a, b) => a.localeCompare(b, 'en'))
  return names.map((name) => `- ${name}: ${licenses.get(name)}`).join('\n')
}

const text = fs.readFileSync('THIRD-PARTY-NOTICES.md', 'utf8')

test('names every installed npm package with its license', () => {
  expect(npmNotices()).toContain('- uqr: MIT')
  expect(text).toContain(`\n${npmNotices()}\n`)
})

test('names every package of the image', () => {
  const pins = fs.readFileSync('merger/requirements.txt', 'utf8').matchAll(/^([\w.-]+)==/gm)
  const names = [...pins].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !new RegExp(`^- ${name}: `, 'm').test(text))).toEqual([])
})
