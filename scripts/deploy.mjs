import fs from 'node:fs'
import { optionsOf } from './lib/deploy/options.mjs'
import {
  deploymentsIn,
  rollbackCall,
  rollbackCommand,
  rollbackFailure,
  tagIn,
  versionBefore,
} from './lib/deploy/rollback.mjs'
import { smokeSite } from './lib/deploy/smoke.mjs'
import { underOwnNode } from './lib/setup/own-node.mjs'
import { main, root, run, runOrFail, step, StepFailed } from './lib/step.mjs'
import {
  brandCall,
  envFlag,
  IMAGE_SOURCES,
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
} from './lib/deploy/plan.mjs'

// Usage: `npm run deploy -- staging|production [--dry-run [--without-image]] [--fresh-image]
// [--origin https://HOST]`, or `npm run deploy -- rollback [staging|production [VERSION]]`.

/**
 * The configuration file for Wrangler. It is in the folder of wrangler.toml, because Wrangler resolves
 * relative paths from the folder of the configuration file.
 */
const CONFIG = '.wrangler.deploy.toml'
const isRoot = process.getuid?.() === 0

/** @typedef {import('./lib/deploy/plan.mjs').Call} Call */
/** @typedef {import('./lib/deploy/problems.mjs').Config} Config */
/** @typedef {import('./lib/deploy/options.mjs').Options} Options */

/** Returns the program (docker or podman) whose images Wrangler can push; undefined when there is none. */
async function engineOf() {
  for (const program of ['docker', 'podman'])
    if ((await run(program, ['info'], { seconds: 20 })).code === 0) return program
  return undefined
}

/**
 * Returns the output of `wrangler versions view`.
 * @param {string} target
 * @param {string} version
 */
const viewVersion = (target, version) => runOrFail(viewCall(target, version).command, { whole: true })

/**
 * Runs scripts/image.mjs as root. The script builds the image and checks it in an isolated network.
 * @param {string} image
 * @param {boolean} isFresh whether to build the image without cached layers
 */
async function buildImage(image, isFresh) {
  const command = [process.execPath, 'scripts/image.mjs', 'build', image, ...(isFresh ? ['--fresh'] : [])]
  const [program = '', ...args] = isRoot ? command : ['sudo', ...command]
  const { code } = await run(program, args, { seconds: 3_600, show: true, interactive: !isRoot })
  if (code !== 0) throw new StepFailed('The image was not built, or its check failed. The reason is above.')
}

/** Throws StepFailed when the list of problems is not empty. @param {string[]} problems */
function assertNone(problems) {
  if (problems.length > 0) throw new StepFailed(problems.join('\n'))
}

/**
 * Reads the secrets, the brands and the live version from the Cloudflare account. Throws StepFailed when a
 * secret is missing or unknown, and when a route has no brand.
 * @param {string} target
 * @param {Config} config
 * @returns {Promise<string | undefined>} the id of the live version; undefined before the first deploy
 */
async function readAccount(target, config) {
  const { parentBrands, routeProblems, secretProblems } = await import('./lib/deploy/problems.mjs')
  let version
  for (const { title, command, key, isOptional } of readCalls({ target, config })) {
    const output = await step(title, () =>
      runOrFail(command, { whole: true }).catch((/** @type {unknown} */ error) => {
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

/**
 * Deploys a target. A dry run checks and builds everything, but does not use the Cloudflare account. Instead
 * it prints the commands that would use the account.
 * @param {Options} options
 */
async function deploy({ target, isDry, withImage, isFresh, origin }) {
  const { changesProblems, engineProblems, missingIn, mistakesIn } = await import('./lib/deploy/problems.mjs')
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
  const tag = imageTag(listing, { isFresh, live: before && imageTagIn(await viewVersion(target, before)) })
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
      return printCalls([...readCalls({ target, config }), ...views, ...writes], live)
    }
    hasStarted = true
    for (const { title, command, extra = {} } of writes)
      await step(title, () => runOrFail(command, { seconds: 1_800, extra }))
    if (live) await step(`smoke test of ${live}`, async () => smokeSite(live))
    else
      console.log(
        '  There was no smoke test, because the origin of the site is unknown: add --origin https://HOST.',
      )
  } finally {
    fs.rmSync(`${root}/${CONFIG}`, { force: true })
    // Also printed when the deploy fails, because the operator then needs the command for a rollback.
    if (hasStarted && before) console.log(`  version to roll back to: ${rollbackCommand(target, before)}`)
  }
}

/**
 * Adds the chunks of the live release to the new build, because pages that are open during the deploy may
 * still request them.
 * @param {string} live origin of the live release
 */
async function keepChunksOf(live) {
  await step(`chunks of the live release of ${live}`, async (say) => {
    const { keepOldChunks } = await import('./lib/deploy/old-chunks.mjs')
    const { added, removed } = await keepOldChunks(live, `${root}/dist/web/assets`)
    say(`${added} kept, ${removed} of older builds removed`)
  })
}

/**
 * Prints the calls that a real deploy makes and a dry run leaves out: commands that use the Cloudflare
 * account, and requests to the live site.
 * @param {Call[]} calls
 * @param {string | undefined} live
 */
function printCalls(calls, live = 'https://HOST') {
  console.log('\nA deploy also makes these calls to the account:')
  for (const { command, extra = {} } of calls) {
    const variables = Object.entries(extra).map(([name, value]) => `${name}=${value}`)
    console.log(`  ${[...variables, ...command.map(quoted)].join(' ')}`)
  }
  console.log('and these to the site:')
  for (const call of ['GET /assets/release.json and the chunks in it', 'GET /', 'POST /api/download-video'])
    console.log(`  ${live}: ${call}`)
}

/**
 * Quotes an argument for a shell.
 * @param {string} text the argument
 */
const quoted = (text) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/**
 * Makes an older version of the Worker live again. Without a version, takes the version before the last
 * deploy.
 * @param {string} target
 * @param {string} [version]
 */
async function rollBack(target, version) {
  const list = ['npx', 'wrangler', 'deployments', 'list', envFlag(target), '--json']
  const to =
    version ??
    (await step('version before the last deploy', async () => {
      const deployments = deploymentsIn(await runOrFail(list, { whole: true }))
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
  await underOwnNode(import.meta.filename, () =>
    options.isRollback ? rollBack(options.target, options.version) : deploy(options),
  )
})
