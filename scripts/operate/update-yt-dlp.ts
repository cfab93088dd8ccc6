import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { temporaryFolder } from '../lib/stop.ts'
import { main, root, run, runOrFail, step, StepFailed } from '../lib/step.ts'
import {
  isPinned,
  pinsOf,
  requirementsText,
  wheelOf,
  withChangelogLine,
  withKept,
} from '../lib/setup/requirements.ts'

const FILE = `${root}/merger/requirements.txt`
const CHANGELOG = `${root}/CHANGELOG.md`
/** Of the development machines and of the image. */
const PYTHONS = ['3.11', '3.12', '3.13', '3.14']
const MACHINES = ['x86_64', 'aarch64']
const GLIBC = ['manylinux2014', 'manylinux_2_17', 'manylinux_2_26', 'manylinux_2_28']
let known: Promise<string> | undefined
const METADATA = `
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
text = wheel.read(next(name for name in wheel.namelist() if name.endswith('.dist-info/METADATA'))).decode()
print(*(line for line in text.split('\\n') if line.startswith(('Version: ', 'Requires-Dist: '))), sep='\\n')
`

/** `npm run update-yt-dlp -- [nightly] [--keep PACKAGE ...]`: the newest yt-dlp, and what it pins. */
await main(async () => {
  const [channel = 'stable', ...rest] = process.argv.slice(2).filter((each) => each !== '--keep')
  const isNightly = channel === 'nightly'
  const keep = isNightly || channel === 'stable' ? rest : [channel, ...rest]
  const folder = temporaryFolder('yt-dlp')
  const current = fs.readFileSync(FILE, 'utf8')
  const pins = await step('newest release', async (say) => {
    await download(['--dest', `${folder}/new`, ...(isNightly ? ['--pre'] : []), 'yt-dlp'])
    const [wheel = ''] = fs.readdirSync(`${folder}/new`)
    const output = await runOrFail(['python3', '-c', METADATA, `${folder}/new/${wheel}`])
    const found = pinsOf(output)
    const kept = await lacking(found, folder, current)
    if (kept.length > 0) console.log(`  kept, because the index lacks the pinned version: ${kept.join(', ')}`)
    say(found.get('yt-dlp') ?? '')
    return withKept(found, [...keep, ...kept], current)
  })
  if (isPinned(pins, current)) return console.log('\nmerger/requirements.txt has these versions already.')
  const hashes = await step('hashes of the wheels', async (say) => {
    const wanted = [...pins].map(([name, version]) => `${name}==${version}`)
    for (const version of PYTHONS)
      for (const machine of MACHINES) {
        const platforms = GLIBC.flatMap((glibc) => ['--platform', `${glibc}_${machine}`])
        say(`${version} ${machine}`)
        await download(['--dest', `${folder}/all`, '--python-version', version, ...platforms, ...wanted])
      }
    return hashesIn(`${folder}/all`)
  })
  fs.writeFileSync(FILE, requirementsText(pins, hashes))
  const version = pins.get('yt-dlp') ?? ''
  fs.writeFileSync(CHANGELOG, withChangelogLine(fs.readFileSync(CHANGELOG, 'utf8'), version))
  console.log(`\nmerger/requirements.txt has yt-dlp ${version}. Run npm test, then commit.`)
})

/** Packages that a mirror does not have yet; yt-dlp itself has been downloaded. */
async function lacking(pins: Map<string, string>, folder: string, current: string) {
  const missing = []
  for (const [name, version] of pins) {
    if (name === 'yt-dlp' || current.includes(`\n${name}==${version} `)) continue
    const args = ['--dest', `${folder}/probe`, `${name}==${version}`]
    if ((await pip(args)).code !== 0) missing.push(name)
  }
  return missing
}

async function download(args: string[]) {
  const { code, output } = await pip(args)
  if (code !== 0)
    throw new StepFailed(
      `pip could not download the wheels. --keep PACKAGE keeps a version.\n${output.trim()}`,
    )
}

async function findPip(): Promise<string> {
  for (const python of [`${root}/.cache/yt-dlp/bin/python`, 'python3'])
    if ((await run(python, ['-m', 'pip', '--version'])).code === 0) return python
  throw new StepFailed('No Python here has pip: run npm start once, or install python3-pip.')
}

async function pip(args: string[]) {
  const flags = ['download', '--quiet', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check']
  return await run(await (known ??= findPip()), ['-m', 'pip', ...flags, ...args], { seconds: 600 })
}

function hashesIn(folder: string): Map<string, Set<string>> {
  const hashes: Map<string, Set<string>> = new Map()
  for (const file of fs.readdirSync(folder)) {
    const { name } = wheelOf(file)
    const hash = createHash('sha256')
      .update(fs.readFileSync(`${folder}/${file}`))
      .digest('hex')
    hashes.set(name, (hashes.get(name) ?? new Set()).add(hash))
  }
  return hashes
}
