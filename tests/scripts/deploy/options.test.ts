import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { HELP, optionsOf } from '../../../scripts/operate/deploy/options.ts'

test('deploys staging with its image', () => {
  expect(optionsOf(['staging'])).toEqual({
    target: 'staging',
    isRollback: false,
    isDry: false,
    withImage: true,
    isFresh: false,
    origin: undefined,
  })
})

test('a dry run of a deploy accepts the option --without-image', () => {
  expect(optionsOf(['production', '--dry-run'])).toMatchObject({ isDry: true, withImage: true })
  expect(optionsOf(['--dry-run', '--without-image', 'production'])).toMatchObject({
    target: 'production',
    isDry: true,
    withImage: false,
  })
})

test('a deploy accepts the option --fresh-image', () => {
  expect(optionsOf(['production', '--fresh-image'])).toMatchObject({ isFresh: true, withImage: true })
})

test('a rollback without a target is a rollback of production', () => {
  expect(optionsOf(['rollback'])).toMatchObject({ target: 'production', isRollback: true })
  expect(optionsOf(['rollback', 'staging'])).toMatchObject({ target: 'staging', isRollback: true })
})

test('takes the version of a rollback', () => {
  const version = '0aae80d8-19a0-47bd-a5a0-6c7b7b2f8c5e'
  expect(optionsOf(['rollback', 'staging', version])).toMatchObject({ target: 'staging', version })
  expect(() => optionsOf(['rollback', 'staging', version, version])).toThrow(HELP)
})

test('uses the origin of a URL only', () => {
  expect(optionsOf(['staging', '--origin', 'https://clips.tld/?a=1']).origin).toBe('https://clips.tld')
  expect(optionsOf(['staging', '--origin=http://127.0.0.1:8787/']).origin).toBe('http://127.0.0.1:8787')
})

test.for([
  [],
  ['prod'],
  ['production', '--dryrun'],
  ['production', '--dry-run=true'],
  ['production', 'dry-run'],
  ['production', '-n'],
  ['production', '--without-image'],
  ['production', '--origin'],
  ['production', '--origin', '--dry-run'],
  ['production', '--origin', 'clips.tld'],
  ['production', '--origin', 'ftp://clips.tld'],
  ['rollback', 'prod'],
  ['rollback', 'staging', 'production'],
  ['rollback', 'staging', '--dry-run'],
  ['rollback', 'staging', '--fresh-image'],
  ['production', '--dry-run', '--without-image', '--fresh-image'],
])('npm run deploy refuses the arguments %j and prints its help', (args) => {
  expect(() => optionsOf(args)).toThrow(HELP)
})

test('prints its help for a misspelt option', () => {
  const script = new URL('../../../scripts/operate/deploy.ts', import.meta.url).pathname
  const { status, stdout, stderr } = spawnSync('node', [script, 'production', '--dryrun'])
  expect(String(stderr)).toContain(HELP)
  expect(String(stdout)).toBe('')
  expect(status).toBe(1)
})
