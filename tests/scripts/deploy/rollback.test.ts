import { expect, test } from 'vitest'
import {
  deploymentsIn,
  rollbackCall,
  rollbackFailure,
  tagIn,
  versionBefore,
} from '../../../scripts/operate/deploy/rollback.ts'

/**
 * Returns the output of `wrangler deployments list --json` after deploys of `versions`. Wrangler lists the
 * oldest deployment first.
 */
const printed = (...versions: string[]) =>
  JSON.stringify(
    versions.map((version_id, day) => ({
      id: `d${day}`,
      source: 'wrangler',
      created_on: `2026-11-0${day + 1}T00:00:00Z`,
      versions: [{ version_id, percentage: 100 }],
    })),
    null,
    2,
  )

/** The commit of each version. A version that Wrangler made for a changed secret has no commit. */
const tags: Record<string, string | undefined> = { good: 'aaa', bad: 'bbb', 'bad-again': 'bbb' }
const chosen = (...versions: string[]) =>
  versionBefore('staging', deploymentsIn(printed(...versions)), (one) => Promise.resolve(tags[one]))

test('restores the version before the last deploy', async () => {
  expect(await chosen('good', 'bad')).toBe('good')
  expect(deploymentsIn(`a warning\n${printed('good', 'bad')}\n`)[0]?.versions[0]?.version_id).toBe('bad')
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

test('reads the commit of a version', () => {
  expect(tagIn('{\n  "annotations": {\n    "workers/tag": "0123456789ab"\n  }\n}')).toBe('0123456789ab')
  expect(tagIn('{\n  "annotations": { "workers/triggered_by": "secret" }\n}')).toBeUndefined()
})
