import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackages } from './lib/setup.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'
import {
  deployCalls,
  envFlag,
  imageOf,
  originOf,
  problemsOf,
  TARGETS,
  withPushedImage,
} from './lib/deploy-plan.mjs'
import { keepOldChunks } from './lib/old-chunks.mjs'

// Two commands: `npm run deploy -- staging|production [--dry-run] [--origin https://host]` and `npm run
// deploy -- rollback [staging]`.

const HELP = `Usage: npm run deploy -- ${TARGETS.join('|')} [--dry-run] [--origin https://HOST]
       npm run deploy -- rollback [${TARGETS.join('|')}]`
/**
 * The configuration that Wrangler deploys with. It lies beside wrangler.toml, because its paths are relative
 * to its folder.
 */
const CONFIG = '.wrangler.deploy.toml'
/** The smoke test is repeated for two minutes, because the first container may need minutes to start. */
const SMOKE_TRIES = 20
const SMOKE_PAUSE_MS = 6_000

/**
 * Runs a command and returns its output. Throws StepFailed when the command fails.
 * @param {string[]} command
 * @param {number} [seconds] maximum duration
 */
async function must([program = '', ...args], seconds = 900) {
  const { code, output } = await run(program, args, { seconds })
  if (code !== 0) throw new StepFailed(`${program} ${args.join(' ')} failed:\n${output}`)
  return output
}

/** Returns the first program on this machine that can build images; undefined when there is none. */
async function builderOf() {
  for (const program of ['docker', 'podman'])
    if ((await run(program, ['info'], { seconds: 20 })).code === 0) return program
  return undefined
}

/**
 * Starts the built image, waits for a successful response of `/healthz` and stops the image.
 * @param {string} builder docker or podman
 * @param {string} image name of the image
 */
async function smokeImage(builder, image) {
  const id = (await must([builder, 'run', '-d', '--rm', '-p', '127.0.0.1:18080:8080', image])).trim()
  try {
    for (let tries = 0; ; tries++) {
      const answer = await fetch('http://127.0.0.1:18080/healthz').catch(() => undefined)
      if (answer?.ok) return
      if (tries === SMOKE_TRIES) throw new StepFailed(`The image ${image} does not answer /healthz.`)
      await sleep(1_500)
    }
  } finally {
    await run(builder, ['stop', id], { seconds: 60 })
  }
}

/**
 * Requests a page and an API response from the deployed product. Throws StepFailed when they do not become
 * correct in time.
 * @param {string} origin
 */
async function smokeSite(origin) {
  for (let tries = 0; ; tries++) {
    const page = await fetch(`${origin}/`).catch(() => undefined)
    const refusal = await fetch(`${origin}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: 'not a link' }),
    }).catch(() => undefined)
    if (page?.status === 200 && refusal?.status === 400) return
    if (tries === SMOKE_TRIES)
      throw new StepFailed(
        `${origin} answers ${page?.status} and ${refusal?.status}, not 200 and 400. Roll back: see above.`,
      )
    await sleep(SMOKE_PAUSE_MS)
  }
}

/**
 * Deploys a target, or prints the commands of the deploy.
 * @param {string} target
 * @param {{ isDry: boolean, origin: string | undefined }} options `isDry` uses no account; `origin` is the live site
 */
async function deploy(target, { isDry, origin }) {
  const commit = (await must(['git', 'rev-parse', 'HEAD'])).trim()
  const subject = (await must(['git', 'log', '-1', '--format=%s'])).trim()
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const env = target === 'production' ? undefined : target
  const config = readConfig({ config: `${root}/wrangler.toml`, env }, { hideWarnings: true })
  const problems = problemsOf(config)
  if ((await must(['git', 'status', '--porcelain'])).trim())
    problems.unshift('The work tree has changes that are not committed.')
  if (isDry) for (const problem of problems) console.log(`  before the deploy: ${problem}`)
  else if (problems.length > 0) throw new StepFailed(problems.join('\n'))
  const builder = await builderOf()
  if (!builder && !isDry)
    throw new StepFailed('No docker or podman answers on this machine: one of them builds the image.')
  await step('check', async () => must(['npm', 'run', '--silent', 'check']))
  const live = origin ?? originOf(config)
  if (isDry || !live)
    console.log(`here     keep the chunks of the live release of ${live ?? 'no known origin'}`)
  else
    await step(`chunks of the live release of ${live}`, async (say) => {
      const { added, removed } = await keepOldChunks(live, `${root}/dist/web/assets`)
      say(`${added} kept, ${removed} of older builds removed`)
    })
  fs.writeFileSync(
    `${root}/${CONFIG}`,
    withPushedImage(fs.readFileSync(`${root}/wrangler.toml`, 'utf8'), commit),
  )
  try {
    await step(`wrangler accepts the configuration of ${target}`, async () =>
      must([
        'npx',
        'wrangler',
        'deploy',
        envFlag(target),
        '--dry-run',
        '--containers-rollout=none',
        '--outdir',
        '.cache/worker',
      ]),
    )
    for (const { title, command, account } of deployCalls({
      target,
      commit,
      subject,
      builder: builder ?? 'docker',
      config: CONFIG,
    })) {
      if (isDry) {
        console.log(`${account ? 'account' : 'here   '}  ${command.join(' ')}`)
        continue
      }
      const output = await step(title, async () => must(command, 1_800))
      if (title === 'secrets' && !output.includes('GRANT_KEYS'))
        throw new StepFailed('GRANT_KEYS is missing. See docs/operations.md, "Keys".')
      if (title === 'version to roll back to')
        console.log(`  npm run deploy -- rollback ${target}   (now live: ${lastVersion(output)})`)
      if (title === 'build the image')
        await step('smoke test of the image', async () => smokeImage(builder ?? '', imageOf(commit)))
    }
    if (isDry)
      return console.log(`account  GET ${origin ?? 'https://<your domain>'}/ and POST /api/download-video`)
    if (origin) await step(`smoke test of ${origin}`, async () => smokeSite(origin))
  } finally {
    fs.rmSync(`${root}/${CONFIG}`, { force: true })
  }
}

/**
 * Returns the version that is live now, from the output of `wrangler deployments list --json`. Returns "none"
 * before the first deploy.
 * @param {string} output
 */
function lastVersion(output) {
  return [...output.matchAll(/"version_id":\s*"([\w-]+)"/g)].at(-1)?.[1] ?? 'none'
}

await main(async () => {
  const [target = '', ...rest] = process.argv.slice(2)
  await step('npm packages and Node 24', installPackages)
  const isPublicUrl = (/** @type {string} */ name) => TARGETS.some((one) => one === name)
  if (target === 'rollback') {
    const [of = 'production'] = rest
    if (!isPublicUrl(of)) throw new StepFailed(HELP)
    await must([
      'npx',
      'wrangler',
      'rollback',
      envFlag(of),
      '--message',
      'npm run deploy -- rollback',
      '--yes',
    ])
    return console.log(
      `✓ ${of}: the previous version is live again. The container keeps its image; see docs/operations.md, "Roll back".`,
    )
  }
  if (!isPublicUrl(target)) throw new StepFailed(HELP)
  const origin = rest.includes('--origin') ? rest[rest.indexOf('--origin') + 1] : undefined
  await deploy(target, { isDry: rest.includes('--dry-run'), origin })
})
