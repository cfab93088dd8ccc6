import fs from 'node:fs'
import { type Options, optionsOf } from './deploy/options.ts'
import { rollbackCall, rollbackCommand, rollbackFailure, versionBefore } from './deploy/rollback.ts'
import { deleteOldImages, pushedImages } from './deploy/old-images.ts'
import { smokeSite } from './deploy/smoke.ts'
import { main, root, run, runOrFail, step, StepFailed } from '../lib/step.ts'
import { sayAccount } from './account-api.ts'
import { type Config, configOf } from './config.ts'
import { commitOf, deploymentsOf, imageTagOf, secretsOf, versionOf } from './deploy/deployed.ts'
import { namespace } from './kv.ts'
import {
  type Call,
  envFlag,
  IMAGE_SOURCES,
  imageCalls,
  imageOf,
  imageTag,
  originOf,
  routeHosts,
  withPushedImage,
  writeCalls,
} from './deploy/plan.ts'
import {
  parentBrands,
  isShared,
  routeProblems,
  secretProblems,
  changesProblems,
  engineProblems,
  missingIn,
  mistakesIn,
} from './deploy/problems.ts'
import { keepOldChunks } from './deploy/old-chunks.ts'

/** Beside wrangler.toml, because Wrangler resolves relative paths from the folder of its configuration. */
const CONFIG = '.wrangler.deploy.toml'
const isRoot = process.getuid?.() === 0

async function engineOf() {
  for (const program of ['docker', 'podman'])
    if ((await run(program, ['info'], { seconds: 20 })).code === 0) return program
  return undefined
}

async function buildImage(image: string, isFresh: boolean) {
  const command = [
    process.execPath,
    'scripts/operate/image.ts',
    'build',
    image,
    ...(isFresh ? ['--fresh'] : []),
  ]
  const [program = '', ...args] = isRoot ? command : ['sudo', ...command]
  const { code } = await run(program, args, { seconds: 3_600, show: true, interactive: !isRoot })
  if (code !== 0) throw new StepFailed('The image was not built, or its check failed. The reason is above.')
}

function assertNone(problems: string[]) {
  if (problems.length > 0) throw new StepFailed(problems.join('\n'))
}

/** Answers the version that is live. */
async function readAccount(target: string, config: Config): Promise<string | undefined> {
  await sayAccount([target, ...routeHosts(config)].join(' '))
  await step('secrets', async () => assertNone(secretProblems(await secretsOf(target), config)))
  await step('brands of the routes', async () => {
    const brands = await namespace('BRANDS', { remote: true, env: target })
    const hosts = (await brands.list()).map(({ name }) => name)
    const shared = []
    for (const host of parentBrands(hosts, config)) if (isShared(await brands.get(host))) shared.push(host)
    assertNone(routeProblems(hosts, config, shared))
  })
  const [live] = await step('version to roll back to', () => deploymentsOf(target))
  return live?.versions[0]?.version_id
}

async function deploy({ target, isDry, withImage, isFresh, origin }: Options) {
  const config = await configOf(target)
  assertNone(mistakesIn(config))
  const engine = await engineOf()
  const missing = [
    ...changesProblems(await runOrFail(['git', 'status', '--porcelain'], { whole: true })),
    ...missingIn(config, target),
    ...engineProblems(engine, isRoot),
  ]
  if (!isDry) assertNone(missing)
  for (const sentence of missing) console.log(`  before the deploy: ${sentence}`)
  const before = isDry ? undefined : await readAccount(target, config)

  await step('check', async () => runOrFail(['npm', 'run', '--silent', 'check']))
  const commit = (await runOrFail(['git', 'rev-parse', 'HEAD'])).trim()
  const subject = (await runOrFail(['git', 'log', '-1', '--format=%s'])).trim()
  const listing = await runOrFail(['git', 'ls-tree', 'HEAD', '--', ...IMAGE_SOURCES])
  const liveTag = before && imageTagOf(await versionOf(target, before))
  const tag = imageTag(listing, { isFresh, live: [await stagingTag(target, isDry), liveTag] })
  const isPushed = !isDry && (await pushedImages()).includes(tag)
  if (isPushed) console.log(`  the image ${tag} is in the registry, and is not built again`)
  else if (withImage) await buildImage(imageOf(tag), isFresh)
  const live = origin ?? originOf(config)
  if (live && !isDry) await keepChunksOf(live)
  const toml = withPushedImage(fs.readFileSync(`${root}/wrangler.toml`, 'utf8'), tag)
  fs.writeFileSync(`${root}/${CONFIG}`, toml)
  let hasStarted = false
  try {
    await step(`wrangler accepts the configuration of ${target}`, async () => {
      const rehearsal = ['--dry-run', '--outdir', '.cache/worker']
      await runOrFail(['npx', 'wrangler', 'deploy', envFlag(target), '--config', CONFIG, ...rehearsal])
    })
    const all = writeCalls({ target, commit, subject, tag, file: CONFIG, engine })
    const writes = isPushed ? all.slice(1) : all
    if (isDry) return printCalls([...writes, ...imageCalls('OLD')], live)
    hasStarted = true
    for (const { title, command, extra = {} } of writes)
      await step(title, () => runOrFail(command, { seconds: 1_800, extra, account: true }))
    // A full registry is no reason to fail a deploy that has succeeded.
    await step('old images', async (say) => say(await deleteOldImages())).catch(() => undefined)
    if (live) await step(`smoke test of ${live}`, async () => smokeSite(live))
    else
      console.log(
        '  There was no smoke test, because the origin of the site is unknown: add --origin https://HOST.',
      )
  } finally {
    fs.rmSync(`${root}/${CONFIG}`, { force: true })
    // Also printed when the deploy fails, because the operator then needs the command for a rollback.
    // The first stored secret makes a version without the product.
    if (hasStarted && before && liveTag)
      console.log(`  version to roll back to: ${rollbackCommand(target, before)}`)
  }
}

/** What staging runs goes to production without another build. */
async function stagingTag(target: string, isDry: boolean): Promise<string | undefined> {
  if (isDry || target === 'staging') return undefined
  const [live] = await deploymentsOf('staging')
  const id = live?.versions[0]?.version_id
  return id && imageTagOf(await versionOf('staging', id))
}

/** Pages that are open during the deploy may still request them. */
async function keepChunksOf(live: string) {
  await step(`chunks of the live release of ${live}`, async (say) => {
    const { added, removed } = await keepOldChunks(live, `${root}/dist/web/assets`)
    say(`${added} kept, ${removed} of older builds removed`)
  })
}

function printCalls(calls: Call[], live: string | undefined = 'https://HOST') {
  console.log('\nA deploy reads secrets, brands and versions of the account, and runs these commands:')
  for (const { command, extra = {} } of calls) {
    const variables = Object.entries(extra).map(([name, value]) => `${name}=${value}`)
    console.log(`  ${[...variables, ...command.map(quoted)].join(' ')}`)
  }
  console.log('and calls the site:')
  for (const call of ['GET /assets/release.json and the chunks in it', 'GET /', 'POST /api/download-video'])
    console.log(`  ${live}: ${call}`)
}

const quoted = (text: string) =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

async function rollBack(target: string, version?: string) {
  await sayAccount((await configOf(target)).name)
  const to =
    version ??
    (await step('version before the last deploy', async () =>
      versionBefore(target, await deploymentsOf(target), async (one) =>
        commitOf(await versionOf(target, one)),
      ),
    ))
  const [program = '', ...args] = rollbackCall(target, to)
  const { code, output } = await run(program, args, { account: true })
  if (code !== 0) throw new StepFailed(rollbackFailure(target, output))
  console.log(
    `✓ ${target}: the version ${to} is live again. The container keeps its image; see docs/operations.md, "Roll back".`,
  )
}

await main(async () => {
  const options = optionsOf(process.argv.slice(2))
  await (options.isRollback ? rollBack(options.target, options.version) : deploy(options))
})
