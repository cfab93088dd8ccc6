import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { deployCalls, problemsOf, withPushedImage } from '../../scripts/lib/deploy-plan.mjs'

const config = {
  routes: [{ pattern: 'clips.tld' }],
  kv_namespaces: [{ binding: 'LINKS', id: 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4' }],
  vars: { ATTACHED_HOSTS: 'clips.tld', MERGERS: '2', REGIONS: 'weur enam apac' },
  containers: [{ max_instances: 12 }],
}
const facts = {
  target: 'staging',
  commit: '0123456789abcdef',
  subject: 'edge: answer 405 with Allow',
  builder: 'docker',
  config: '.wrangler.deploy.toml',
}

test('a complete configuration has no problem', () => {
  expect(problemsOf(config)).toEqual([])
})

test.for([
  [
    'a KV id of zeros',
    { kv_namespaces: [{ binding: 'LINKS', id: '00000000000000000000000000000001' }] },
    /LINKS/,
  ],
  ['a KV namespace without id', { kv_namespaces: [{ binding: 'BRANDS' }] }, /BRANDS/],
  ['a route of a placeholder domain', { routes: ['shop.example'] }, /shop\.example/],
  [
    'an attached placeholder host',
    { vars: { ATTACHED_HOSTS: 'a.tld b.example', MERGERS: '2', REGIONS: 'weur' } },
    /b\.example/,
  ],
  ['fewer instances than a rollout needs', { containers: [{ max_instances: 11 }] }, /12/],
] satisfies [string, Partial<Parameters<typeof problemsOf>[0]>, RegExp][])(
  '%s is reported before a deploy',
  ([, change, problem]) => {
    const problems = problemsOf({ ...config, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  },
)

test('a deploy pushes the image of the commit before it changes the Worker', () => {
  const lines = deployCalls(facts).map(({ command }) => command.join(' '))
  const push = lines.findIndex((line) =>
    line.includes('containers push media-downloader-merger:0123456789ab'),
  )
  const deploy = lines.findIndex((line) => / deploy --env=staging .*--tag 0123456789ab/.test(line))
  expect(push).toBeGreaterThan(lines.findIndex((line) => line.startsWith('docker build')))
  expect(deploy).toBe(lines.length - 1)
  expect(deploy).toBeGreaterThan(push)
})

test('only the build of the image runs without the account', () => {
  expect(
    deployCalls(facts)
      .filter(({ account }) => !account)
      .map(({ title }) => title),
  ).toEqual(['build the image'])
})

test('production is deployed from the top level of the configuration', () => {
  const [, secrets] = deployCalls({ ...facts, target: 'production' })
  expect(secrets?.command).toContain('--env=')
})

test('the pushed image takes the place of the Dockerfile in every environment', () => {
  const toml =
    'image = "./merger/Dockerfile"\nimage_build_context = "."\nx = 1\nimage = "./merger/Dockerfile"\n'
  expect(withPushedImage(toml, facts.commit)).toBe(
    'image = "media-downloader-merger:0123456789ab"\nx = 1\nimage = "media-downloader-merger:0123456789ab"\n',
  )
})

test.for(['production', 'staging'])('the logs of %s keep no query strings and no invocations', (target) => {
  const env = target === 'production' ? undefined : target
  const { observability } = unstable_readConfig({ config: 'wrangler.toml', env }, { hideWarnings: true })
  expect(observability).toMatchObject({
    enabled: true,
    redact_query_string: true,
    logs: { invocation_logs: false },
  })
})
