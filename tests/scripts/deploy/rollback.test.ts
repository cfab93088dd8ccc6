import { expect, test } from 'vitest'
import { rollbackCall, rollbackFailure, versionBefore } from '../../../scripts/operate/deploy/rollback.ts'

/** The account lists the newest deployment first. */
const deployments = (...versions: string[]) =>
  versions
    .map((version_id, day) => ({
      created_on: `2026-11-0${day + 1}T00:00:00Z`,
      versions: [{ version_id, percentage: 100 }],
    }))
    .toReversed()

/** The commit of each version. A version that Wrangler made for a changed secret has no commit. */
const tags: Record<string, string | undefined> = { good: 'aaa', bad: 'bbb', 'bad-again': 'bbb' }
const chosen = (...versions: string[]) =>
  versionBefore('staging', deployments(...versions), (one) => Promise.resolve(tags[one]))

test('restores the version before the last deploy', async () => {
  expect(await chosen('good', 'bad')).toBe('good')
})

test.for([
  ['a secret has changed since the deploy', ['good', 'bad', 'bad-with-secret']],
  ['a secret has changed before the deploy', ['good', 'good-with-secret', 'bad']],
  ['the same commit was deployed twice', ['good', 'bad', 'bad-again']],
  ['the last deployment is a rollback', ['good', 'bad', 'good']],
  ['there is only one deployment', ['bad']],
  ['there is no deployment', []],
] as const)('a rollback that names no version is refused if %s', async ([, versions]) => {
  const refusal = chosen(...versions)
  await expect(refusal).rejects.toThrow(/npm run deploy -- rollback staging VERSION/)
  for (const version of versions) await expect(refusal).rejects.toThrow(`Z  ${version}`)
})

test('does not use wrangler rollback', () => {
  expect(rollbackCall('production', 'good').join(' ')).toBe(
    'npx wrangler versions deploy good@100% --env= --message npm run deploy -- rollback --yes',
  )
})

test('refuses to restore an old secret', () => {
  const output = 'The following secrets have changed: GRANT_KEYS [code: 10220]'
  expect(rollbackFailure('staging', output)).toMatch(/git switch --detach COMMIT, .*deploy -- staging/)
  expect(rollbackFailure('staging', 'no network')).toBe('no network')
})
