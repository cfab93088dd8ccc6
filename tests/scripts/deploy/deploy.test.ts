import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { imageTag, withPushedImage, writeCalls } from '../../../scripts/operate/deploy/plan.ts'
import {
  changesProblems,
  engineProblems,
  isShared,
  missingIn,
  mistakesIn,
  parentBrands,
  routeProblems,
  secretProblems,
} from '../../../scripts/operate/deploy/problems.ts'
import { run } from '../../../scripts/lib/step.ts'
import { fallbackBrand } from '#contract/brand.ts'

type Config = Parameters<typeof mistakesIn>[0]

const realConfig = (target: string) =>
  unstable_readConfig(
    { config: 'wrangler.toml', env: target === 'production' ? undefined : target },
    { hideWarnings: true },
  )

/** The variables of wrangler.toml for production, with the domains and regions of these tests. */
const vars = {
  ...realConfig('production').vars,
  ATTACHED_HOSTS: 'clips.tld',
  MERGERS: '2',
  REGIONS: 'weur enam apac',
}
const config: Config = {
  routes: [{ pattern: 'clips.tld' }],
  kv_namespaces: [{ binding: 'LINKS', id: 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4' }],
  vars,
  containers: [{ max_instances: 12 }],
}
const facts = {
  target: 'staging',
  commit: '0123456789abcdef',
  subject: 'edge: answer 405 with Allow',
  tag: 'fedcba987654',
  file: '.wrangler.deploy.toml',
}
describe('a deploy checks its configuration first', () => {
  test('finds no problem in a complete configuration', () => {
    expect([...missingIn(config, 'production'), ...mistakesIn(config)]).toEqual([])
    expect(secretProblems(['GRANT_KEYS'], config)).toEqual([])
    expect(routeProblems([], config)).toEqual([])
  })

  test.for(['production', 'staging'])('finds no mistake in %s of wrangler.toml', (target) => {
    expect(mistakesIn(realConfig(target))).toEqual([])
  })

  test.for([
    [
      'a KV id of zeros',
      { kv_namespaces: [{ binding: 'LINKS', id: '00000000000000000000000000000001' }] },
      /LINKS/,
    ],
    ['a KV namespace without id', { kv_namespaces: [{ binding: 'BRANDS' }] }, /BRANDS/],
    ['a route of a placeholder domain', { routes: ['shop.example'] }, /shop\.example/],
    ['an attached placeholder host', { vars: { ATTACHED_HOSTS: 'a.tld b.example' } }, /b\.example/],
    ['no host at all', { routes: [], vars: { ATTACHED_HOSTS: '' } }, /ATTACHED_HOSTS of production is empty/],
  ] satisfies [string, Partial<Config>, RegExp][])(
    'the checks before a deploy report %s as missing',
    ([, change, sentence]) => {
      const missing = missingIn({ ...config, ...change }, 'production')
      expect(missing).toHaveLength(1)
      expect(missing[0]).toMatch(sentence)
    },
  )

  test.for([
    [
      'fewer instances than a rollout needs',
      { containers: [{ max_instances: 11 }] },
      /max_instances is 11.* 12/,
    ],
    [
      'fewer hours than the containers of a day',
      { vars: { ...vars, BUDGET_CONTAINER_HOURS: '143' } },
      /BUDGET_CONTAINER_HOURS is 143.* 144/,
    ],
    [
      'more containers than an account may run',
      {
        vars: { ...vars, MERGERS: '200', BUDGET_CONTAINER_HOURS: '20000' },
        containers: [{ max_instances: 1_200 }],
      },
      /600 merger names are more than half of the 1024/,
    ],
    [
      'a retention longer than that of the bucket',
      { vars: { ...vars, FILE_RETENTION_SECONDS: '90000' } },
      /FILE_RETENTION_SECONDS must be .* to 86400/,
    ],
    [
      'an unknown region',
      { vars: { ...vars, REGIONS: 'weur mars apac' } },
      /REGIONS must list regions .*weur/,
    ],
    [
      'an attached host without a route',
      { routes: ['other.tld'] },
      /clips\.tld is in ATTACHED_HOSTS but not/,
    ],
    [
      'a setting that no merger has',
      { vars: { ...vars, MERGER_MERGE_SLOT: '2' } },
      /MERGER_MERGE_SLOT: is not/,
    ],
    [
      'a malformed setting of the merger',
      { vars: { ...vars, MERGER_MERGE_SLOTS: 'two' } },
      /MERGER_MERGE_SLOTS/,
    ],
    ['a merger elsewhere without TLS', { vars: { ...vars, MERGER_ORIGIN: 'http://m.tld' } }, /https origins/],
    ['an edge without any merger', { vars: { ...vars, MERGERS: '0' } }, /There is no merger/],
    [
      'the environment of a developer',
      { vars: { ...vars, ENVIRONMENT: 'development' } },
      /needs "production"/,
    ],
    ['an unknown way of media', { vars: { ...vars, MEDIA_WAY: 'boat' } }, /MEDIA_WAY must be/],
  ] satisfies [string, Partial<Config>, RegExp][])('a deploy with %s is refused', ([, change, sentence]) => {
    const mistakes = mistakesIn({ ...config, ...change })
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(sentence)
  })

  test.for(['production', 'staging'])('documents how to create the storage of %s', (target) => {
    const command = `npm run setup-account -- ${target}`
    const [sentence] = missingIn({ ...config, kv_namespaces: [{ binding: 'BRANDS' }] }, target)
    expect(sentence).toContain(`"${command}"`)
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(command)
  })

  test('names at most five uncommitted files', () => {
    expect(changesProblems('')).toEqual([])
    expect(changesProblems(' M edge/worker.ts\n?? notes.txt\n')).toEqual([
      'The work tree has changes that are not committed: edge/worker.ts, notes.txt. Commit them, or remove them.',
    ])
    const [sentence] = changesProblems('a b c d e f g'.replaceAll(/(\w) ?/g, '?? $1\n'))
    expect(sentence).toContain(': a, b, c, d, e and 2 more.')
  })

  test("keeps the operator's files out of git", () => {
    const files = ['before.json', 'day.json', 'items.json', 'keys.json', 'keys.json.new', 'new-brand.json']
    const ignored = execFileSync('git', ['check-ignore', '--no-index', ...files, 'docs/brands/items.json'])
    expect(String(ignored).trim().split('\n')).toEqual(files)
  })

  test('needs docker, or podman as root', () => {
    expect(engineProblems(undefined, true)[0]).toContain('No docker or podman answers')
    expect(engineProblems('podman', false)[0]).toContain('run the deploy as root, or use Docker')
    expect([...engineProblems('podman', true), ...engineProblems('docker', false)]).toEqual([])
  })

  test('needs the secret GRANT_KEYS', () => {
    expect(secretProblems([], config)).toEqual([
      'The secret GRANT_KEYS is missing. See docs/operations.md, "Keys".',
    ])
  })

  test('needs MERGER_KEYS for mergers elsewhere', () => {
    const elsewhere = { ...config, vars: { ...vars, MERGER_ORIGIN: 'https://m.tld' } }
    expect(secretProblems(['GRANT_KEYS', 'MERGER_KEYS'], elsewhere)).toEqual([])
    expect(secretProblems(['GRANT_KEYS'], elsewhere)).toEqual([
      'MERGER_ORIGIN needs the secret MERGER_KEYS. See docs/operations.md, "Mergers elsewhere".',
    ])
  })

  test('refuses a secret that is no setting of mergers', () => {
    const [sentence, ...others] = secretProblems(['GRANT_KEYS', 'MERGER_EXITS', 'MERGER_EGRES_PROXY'], config)
    expect(sentence).toContain('MERGER_EGRES_PROXY')
    expect(others).toEqual([])
  })

  test('refuses a route without a brand', () => {
    const routes = ['clips.tld', 'www.clips.tld', 'stored.tld', 'www.stored.tld', 'nobody.tld/*']
    const www = { ...config, routes: [...routes, 'www.pocketreel.example'] }
    expect(parentBrands(['stored.tld', 'other.tld'], www)).toEqual(['stored.tld'])
    expect(routeProblems(['stored.tld'], www, ['stored.tld'])).toEqual([
      'The route nobody.tld has no brand: run "npm run brand -- put nobody.tld FILE --remote", or add it to ATTACHED_HOSTS.',
    ])
  })

  test('refuses a www host without a brand', () => {
    const attached = { ...vars, ATTACHED_HOSTS: 'clips.tld second.tld' }
    const routes = ['second.tld', 'www.second.tld', 'www.stored.tld']
    const problems = routeProblems(['stored.tld'], { ...config, vars: attached, routes })
    expect(problems).toEqual([
      expect.stringMatching(/^The route www\.second\.tld has no brand: .*ATTACHED_HOSTS/),
      expect.stringMatching(/^The route www\.stored\.tld .*multiDomainSupport in the brand of stored\.tld/),
    ])
    // clips.tld is the first host in ATTACHED_HOSTS and has a brand in KV. If this brand does not apply to
    // subdomains, www.clips.tld would show a fallback brand, so the deploy is refused. If the brand applies
    // to subdomains, the deploy is accepted.
    const home = { ...config, routes: ['clips.tld', 'www.clips.tld'] }
    expect(routeProblems(['clips.tld'], home)).toHaveLength(1)
    expect(routeProblems(['clips.tld'], home, ['clips.tld'])).toEqual([])
  })

  test('reads whether a brand applies to subdomains', () => {
    const brand = fallbackBrand('stored.tld')
    const alone = { ...brand, features: { ...brand.features, multiDomainSupport: false } }
    expect([brand, alone].map((one) => isShared(JSON.stringify(one)))).toEqual([true, false])
    expect(isShared(undefined)).toBe(false)
  })
})

test('pushes the image, then deploys', () => {
  expect(writeCalls(facts).map(({ command }) => command.slice(2).join(' '))).toEqual([
    'containers push media-downloader-merger:fedcba987654',
    'deploy --env=staging --config .wrangler.deploy.toml --tag 0123456789ab --message edge: answer 405 with Allow',
  ])
})

test('tells Wrangler to use podman', () => {
  for (const { extra } of writeCalls({ ...facts, engine: 'podman' }))
    expect(extra).toEqual({ WRANGLER_DOCKER_BIN: 'podman' })
  for (const { extra } of writeCalls(facts)) expect(extra).toEqual({})
})

test('keeps 20,000 characters unless all are wanted', async () => {
  const brands = ['-e', `console.log('x'.repeat(30_000))`]
  expect((await run('node', brands, { whole: true })).output).toHaveLength(30_001)
  expect((await run('node', brands)).output).toHaveLength(20_000)
})

test('puts the pushed image into every environment', () => {
  const part = 'image = "./merger/Dockerfile"\nimage_build_context = "."\nMERGER_BUILD = ""\n'
  const pushed =
    'image = "registry.cloudflare.com/media-downloader-merger:fedcba987654"\nMERGER_BUILD = "fedcba987654"\n'
  expect(withPushedImage(part + part, facts.tag)).toBe(pushed + pushed)
})

test('tags a fresh image with its time', () => {
  const now = new Date('2026-11-23T07:38:00Z')
  const tag = imageTag('files', { isFresh: false })
  expect(tag).toMatch(/^[\da-f]{12}$/)
  const fresh = imageTag('files', { isFresh: true, live: [tag], now })
  expect(fresh).toBe(`${tag}-202611230738`)
  expect(imageTag('files', { isFresh: false, live: [fresh] })).toBe(fresh)
  expect(imageTag('other files', { isFresh: false, live: [fresh] })).toMatch(/^[\da-f]{12}$/)
  expect(imageTag('other files', { isFresh: false, live: [fresh] })).not.toBe(tag)
})

test.for(['production', 'staging'])('keeps query strings of %s out of the logs', (target) => {
  expect(realConfig(target).observability).toMatchObject({
    enabled: true,
    redact_query_string: true,
    logs: { invocation_logs: false },
  })
})
