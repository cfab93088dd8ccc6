import fs from 'node:fs'
import { type Options, optionsOf } from './deploy/options.ts'
import {
  deploymentsIn,
  rollbackCall,
  rollbackCommand,
  rollbackFailure,
  tagIn,
  versionBefore,
} from './deploy/rollback.ts'
import { deleteOldImages } from './deploy/old-images.ts'
import { smokeSite } from './deploy/smoke.ts'
import { main, root, run, runOrFail, step, StepFailed } from '../lib/step.ts'
import {
  type Call,
  brandCall,
  deploymentsCommand,
  envFlag,
  IMAGE_SOURCES,
  imageCalls,
  imageOf,
  imageTag,
  imageTagIn,
  isShared,
  lastVersion,
  namesIn,
  originOf,
  readCalls,
  viewCall,
  withPushedImage,
  writeCalls,
} from './deploy/plan.ts'
import {
  type Config,
  parentBrands,
  routeProblems,
  secretProblems,
  changesProblems,
  engineProblems,
  missingIn,
  mistakesIn,
} from './deploy/problems.ts'
import { keepOldChunks } from './deploy/old-chunks.ts'

/**
 * The configuration file for Wrangler. It is in the folder of wrangler.toml, because Wrangler resolves
 * relative paths from the folder of the configuration file.
 */
const CONFIG = '.wrangler.deploy.toml'
const isRoot = process.getuid?.() === 0

async function engineOf() {
  for (const program of ['docker', 'podman'])
    if ((await run(program, ['info'], { seconds: 20 })).code === 0) return program
  return undefined
}

const viewVersion = (target: string, version: string) =>
  runOrFail(viewCall(target, version).command, { whole: true })

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

async function readAccount(target: string, config: Config): Promise<string | undefined> {
  let version
  for (const { title, command, key, isOptional } of readCalls({ target, config })) {
    const output = await step(title, () =>
      runOrFail(command, { whole: true }).catch((error: unknown) => {
        if (isOptional) return ''
        throw error
      }),
    )
    if (key === 'secrets') assertNone(secretProblems(namesIn(output), config))
    if (key === 'brands') {
      const brands = namesIn(output)
      const shared = []
      for (const host of parentBrands(brands, config))
        if (isShared(await runOrFail(brandCall(target, host).command, { whole: true }))) shared.push(host)
      assertNone(routeProblems(brands, config, shared))
    }
    if (key === 'versions') version = lastVersion(output)
  }
  return version
}

async function deploy({ target, isDry, withImage, isFresh, origin }: Options) {
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const env = target === 'production' ? undefined : target
  const config = readConfig({ config: `${root}/wrangler.toml`, env }, { hideWarnings: true })
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
  const liveTag = before && imageTagIn(await viewVersion(target, before))
  const tag = imageTag(listing, { isFresh, live: liveTag })
  if (withImage) await buildImage(imageOf(tag), isFresh)
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
    const writes = writeCalls({ target, commit, subject, tag, file: CONFIG, engine })
    if (isDry) {
      const views = [brandCall(target, 'DOMAIN-OF-A-WWW-ROUTE'), viewCall(target, 'LIVE-VERSION')]
      return printCalls([...readCalls({ target, config }), ...views, ...writes, ...imageCalls('OLD')], live)
    }
    hasStarted = true
    for (const { title, command, extra = {} } of writes)
      await step(title, () => runOrFail(command, { seconds: 1_800, extra }))
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

/**
 * Adds the chunks of the live release to the new build, because pages that are open during the deploy may
 * still request them.
 */
async function keepChunksOf(live: string) {
  await step(`chunks of the live release of ${live}`, async (say) => {
    const { added, removed } = await keepOldChunks(live, `${root}/dist/web/assets`)
    say(`${added} kept, ${removed} of older builds removed`)
  })
}

function printCalls(calls: Call[], live: string | undefined = 'https://HOST') {
  console.log('\nA deploy also makes these calls to the account:')
  for (const { command, extra = {} } of calls) {
    const variables = Object.entries(extra).map(([name, value]) => `${name}=${value}`)
    console.log(`  ${[...variables, ...command.map(quoted)].join(' ')}`)
  }
  console.log('and these to the site:')
  for (const call of ['GET /assets/release.json and the chunks in it', 'GET /', 'POST /api/download-video'])
    console.log(`  ${live}: ${call}`)
}

const quoted = (text: string) =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Without a version, takes the version before the last deploy. */
async function rollBack(target: string, version?: string) {
  const to =
    version ??
    (await step('version before the last deploy', async () => {
      const deployments = deploymentsIn(await runOrFail(deploymentsCommand(target), { whole: true }))
      return versionBefore(target, deployments, async (one) => tagIn(await viewVersion(target, one)))
    }))
  const [program = '', ...args] = rollbackCall(target, to)
  const { code, output } = await run(program, args)
  if (code !== 0) throw new StepFailed(rollbackFailure(target, output))
  console.log(
    `✓ ${target}: the version ${to} is live again. The container keeps its image; see docs/operations.md, "Roll back".`,
  )
}

await main(async () => {
  const options = optionsOf(process.argv.slice(2))
  await (options.isRollback ? rollBack(options.target, options.version) : deploy(options))
})
