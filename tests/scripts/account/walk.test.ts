import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../scripts/lib/ports.ts'
import { TIMELESS } from '../../timeless.ts'
import { internetOf } from './internet.ts'
import { Account, TOKEN } from './account.ts'
import { ACCOUNT } from './containers.ts'
import { advisories, dockerHub, nodeReleases, npmRegistry, pythonIndex } from './registries.ts'
import { siteOf } from './site.ts'

// The commands of docs/operations.md in a fresh clone, against an imitation of the account.

vi.setConfig({ testTimeout: 1_800_000 })

const root = new URL('../../..', import.meta.url).pathname
const page = fs.readFileSync(`${root}docs/operations.md`, 'utf8')
const STAGING = 'media-downloader-staging.SUBDOMAIN.workers.dev'

const NEWER = { name: 'uqr', version: '0.1.99' }
const NEWER_NODE = '24.99.0'
const NEWER_YT_DLP = '2099.1.1'

/** These take minutes and have tests of their own. */
const LONG = { 'scripts/operate/image.ts': '', 'scripts/run/check.ts': '' }
const PROGRAMS = {
  docker: `case "$*" in
    login*) cat >/dev/null ;;
    *.Architecture*) echo linux/amd64 ;;
    image*) echo '1000 1 []' ;;
    push*) echo "$2" >>"$HOME/pushes"; exec node -e 'fetch("https://registry.cloudflare.com/v2/image/manifests/" + process.argv[1].split(":")[1], { method: "PUT" })' "$2" ;;
    esac`,
  // The real one looks for the package, which takes a second.
  npx: 'exec "$@"',
  sudo: 'exec "$@"',
}

const account = new Account()
const servers: Record<string, string> = {}
let folder = ''
let clone = ''
let internet: Awaited<ReturnType<typeof internetOf>>
const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  })

beforeAll(async () => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/walk-`)
  clone = `${folder}/clone`
  fs.mkdirSync(clone)
  execFileSync(
    'sh',
    ['-c', 'git ls-files -z -co --exclude-standard | tar -c --null -T - | tar -x -C "$0"', clone],
    {
      cwd: root,
    },
  )
  git('init', '-q')
  fs.mkdirSync(`${clone}/.git/info`, { recursive: true })
  fs.appendFileSync(`${clone}/.git/info/exclude`, 'node_modules\n')
  git('config', 'user.name', 'Operator')
  git('config', 'user.email', 'operator@your-domain.tld')
  for (const [file, text] of Object.entries(LONG)) fs.writeFileSync(`${clone}/${file}`, text)
  git('add', '-A')
  git('commit', '-qm', 'The product')
  fs.symlinkSync(`${root}node_modules`, `${clone}/node_modules`)
  fs.cpSync(`${root}dist`, `${clone}/dist`, { recursive: true })
  fs.mkdirSync(`${folder}/bin`)
  for (const [name, text] of Object.entries(PROGRAMS))
    fs.writeFileSync(`${folder}/bin/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const production = siteOf(account, 'media-downloader', servers)
  internet = await internetOf(
    {
      'api.cloudflare.com': account.api,
      'registry.cloudflare.com': account.containers.registry,
      'your-domain.tld': production,
      'new-brand.tld': production,
      'npm.example': npmRegistry(NEWER),
      'pypi.example': pythonIndex(NEWER_YT_DLP),
      'hub.docker.com': dockerHub(NEWER_NODE),
      'nodejs.org': nodeReleases(NEWER_NODE),
      'api.osv.dev': advisories(NEWER),
      [lower(STAGING)]: siteOf(account, 'media-downloader-staging', servers),
    },
    folder,
  )
})
afterAll(() => {
  internet.close()
  fs.rmSync(folder, { recursive: true })
})

const lower = (text: string) => text.replaceAll('SUBDOMAIN', 'subdomain')

type Ended = { code: number; out: string }

/** Runs a command of the page as it stands there, with the operator's names in the place of the page's. */
async function run(
  command: string,
  names: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<Ended> {
  expect(page.replaceAll(/ \\\n\s*/g, ' ')).toContain(command)
  const given = Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, to), lower(command))
  const start = performance.now()
  const ended = await new Promise<Ended>((resolve) => {
    execFile(
      'sh',
      ['-c', given],
      { cwd: clone, env: { ...environment(), ...more }, maxBuffer: 1e8 },
      (error, out, errors) => resolve({ code: error ? Number(error.code ?? 1) : 0, out: out + errors }),
    )
  })
  console.log(`${((performance.now() - start) / 1_000).toFixed(1)} s  ${given}`)
  expect(ended.code, `${given}\n${ended.out}`).toBe(0)
  return ended
}

function environment() {
  const foreign = /^(CLOUDFLARE_|npm_config_|PIP_|CI$)/i
  const env = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  return {
    ...Object.fromEntries(env),
    ...internet.env,
    PATH: `${folder}/bin:${clone}/node_modules/.bin:${process.env['PATH']}`,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    NODE_COMPILE_CACHE: `${os.tmpdir()}/md-compile-cache`,
    GIT_CONFIG_NOSYSTEM: '1',
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    WRANGLER_SEND_METRICS: 'false',
    npm_config_registry: 'https://npm.example/',
    npm_config_cache: `${folder}/npm`,
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: 'https://pypi.example/simple',
  }
}

const replaceIn = (file: string, from: string, to: string) => {
  const text = fs.readFileSync(`${clone}/${file}`, 'utf8')
  expect(text).toContain(from)
  fs.writeFileSync(`${clone}/${file}`, text.replaceAll(from, to))
}

/** npm writes into the folder of the packages, which until now was that of this repository. */
function keepOnlyVersions() {
  const modules = `${clone}/node_modules`
  fs.rmSync(modules)
  const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(`${clone}/package.json`, 'utf8')) as {
    dependencies: object
    devDependencies: object
  }
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    fs.mkdirSync(`${modules}/${name}`, { recursive: true })
    fs.cpSync(`${root}node_modules/${name}/package.json`, `${modules}/${name}/package.json`)
  }
  fs.cpSync(`${root}node_modules/.installed`, `${modules}/.installed`)
  fs.symlinkSync(`${root}node_modules/.bin`, `${modules}/.bin`)
}

test('leads from a fresh clone to a year of use', async () => {
  await run('npm run setup-account -- staging')
  await run('npm run setup-account -- production weur --mail you@your-domain.tld')
  expect(account.alerts.map((one) => one.alert_type)).toEqual(['incident_alert', 'billing_usage_alert'])
  expect([...account.buckets]).toEqual([
    ['media-downloader-files-staging', { location: 'weur', rules: expect.objectContaining({ length: 2 }) }],
    ['media-downloader-files', { location: 'weur', rules: expect.objectContaining({ length: 2 }) }],
  ])
  expect(fs.readFileSync(`${clone}/wrangler.toml`, 'utf8')).not.toMatch(/^id = "0+\d"/m)
  expect(fs.readFileSync(`${clone}/wrangler.toml`, 'utf8')).toContain(`account_id = "${ACCOUNT}"`)
  expect(fs.statSync(`${clone}/keys-staging.json`).mode & 0o777).toBe(0o600)

  replaceIn('wrangler.toml', 'pocketreel.example', 'your-domain.tld')
  replaceIn('wrangler.toml', 'ATTACHED_HOSTS = ""', `ATTACHED_HOSTS = "${lower(STAGING)}"`)
  git('commit', '-qam', 'Name the domains')
  const dry = await run('npm run deploy -- production --dry-run')
  expect(dry.out).not.toContain('before the deploy:')

  const first = await run(`npm run deploy -- staging --origin https://${STAGING}`)
  expect(first.out).not.toContain('rollback')
  await run('npm run deploy -- production')
  expect(account.workers.get('media-downloader')?.domains).toEqual(['your-domain.tld'])
  expect(account.containers.applications.size).toBe(2)
  const released = account.workers.live('media-downloader')?.id

  await run('npm run --silent brand -- show new-brand.tld > new-brand.json')
  await run('npm run brand -- check new-brand.json')
  const put = await run('npm run brand -- put new-brand.tld new-brand.json --remote')
  const [route = ''] = /\{ pattern = .*\},$/m.exec(put.out) ?? []
  replaceIn('wrangler.toml', 'custom_domain = true }]', `custom_domain = true }, ${route}]`)
  await run('git commit -m "Route new-brand.tld" wrangler.toml')
  await run('npx wrangler triggers deploy --env=')
  expect(account.workers.get('media-downloader')?.domains).toEqual(['your-domain.tld', 'new-brand.tld'])

  const item = {
    platform: 'web',
    shape: 'episode',
    link: 'https://media.example/1.mp3',
    has: ['sound'],
    merge: true,
  }
  fs.writeFileSync(`${clone}/items.json`, JSON.stringify({ items: [item] }))
  fs.appendFileSync(`${clone}/merger/server.ts`, '\n// a change of the image\n')
  git('commit', '-qam', 'Change the image')
  await run('npm run promote -- --staging https://STAGING --production https://your-domain.tld', {
    STAGING: lower(STAGING),
  })
  expect(account.containers.images.size).toBe(2)
  expect(account.workers.live('media-downloader')?.id).not.toBe(released)
  expect(fs.readFileSync(`${folder}/pushes`, 'utf8').trim().split('\n')).toHaveLength(2)

  const port = await freePort()
  servers['media.example'] = `http://127.0.0.1:${port}`
  const options = '--media LINK --long LINK --private LINK --server http://NAME'
  const names = {
    'private LINK': 'private https://private.example/',
    LINK: 'https://elsewhere.example/1.mp3',
    'http://NAME': `http://media.example --port ${port}`,
  }
  const timeless = { NODE_OPTIONS: `--import "${TIMELESS}"` }
  const checks = await run(`npm run live-checks -- https://${STAGING} ${options}`, names, timeless)
  const numbers = [...checks.out.matchAll(/^✓ (L[\dL, ]+) /gm)].flatMap(([, each = '']) => each.split(', '))
  expect(numbers).toEqual('L1 L3 L4 L5 L9 L10 L11 L12 L13 L16 L19 L18 L20 L17'.split(' '))
  for (const number of numbers) expect(page).toContain(`\n| ${number.padEnd(3)} |`)

  await run('npm run block -- add work merges --remote')
  await run('npm run block -- remove work merges --remote')
  await run('npm run deploy -- rollback production')
  expect(account.workers.live('media-downloader')?.id).toBe(released)

  const link = 'https://www.tiktok.com/@someone/video/1'
  await run(`npm run block -- add link ${link} --remote`)
  const listed = await run('npm run block -- list --remote')
  const [hash = ''] = /\b[\da-f]{64}\b|\b[\w-]{43}\b/.exec(listed.out) ?? []
  expect(hash).not.toBe('')
  await run('npm run block -- remove link <hash from the list> --remote', { '<hash from the list>': hash })

  account.counts = [
    { event: 'request', platform: 'youtube', code: 'busy', count: '17', p50: 12.4, p99: 300, bytes: 5e6 },
  ]
  expect((await run('npm run counts')).out).toMatch(/request +youtube +busy +17 +12 +300 +5\.0/)
  const { namespaces } = account
  const before = namespaces.count
  await run('npm run leave -- staging --yes')
  expect([...account.containers.applications.values()].map(({ name }) => name)).toEqual([
    'media-downloader-merger',
  ])
  expect([...account.workers.keys()]).toEqual(['media-downloader'])
  expect([...account.buckets.keys()]).toEqual(['media-downloader-files'])
  expect(before - namespaces.count).toBe(2)
  expect(account.unknown).toEqual([])

  keepOnlyVersions()
  const updated = await run('npm run update')
  expect(updated.out).toMatch(/Update packages \(security\)\n\nMended by this update: \n- uqr .*: GHSA-1\n/)
  expect(git('diff', '--name-only').trim().split('\n')).toEqual([
    'CHANGELOG.md',
    'docs/image.md',
    'machine/Dockerfile',
    'merger/Dockerfile',
    'merger/requirements.txt',
    'package-lock.json',
    'package.json',
  ])
  expect(git('diff', 'package.json')).toContain(`+    "${NEWER.name}": "${NEWER.version}"`)
  expect(git('diff', 'merger/requirements.txt')).toMatch(
    new RegExp(`^\\+yt-dlp==${NEWER_YT_DLP} .*\n\\+ +--hash=sha256:[\\da-f]{64}$`, 'm'),
  )
})
