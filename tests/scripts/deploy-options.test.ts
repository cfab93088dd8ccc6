import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { HELP, optionsOf } from '../../scripts/lib/deploy-options.mjs'

test('a deploy without options is a real deploy with an image', () => {
  expect(optionsOf(['staging'])).toEqual({
    target: 'staging',
    isRollback: false,
    isDry: false,
    withImage: true,
    origin: undefined,
  })
})

test('a dry run may leave out the image', () => {
  expect(optionsOf(['production', '--dry-run'])).toMatchObject({ isDry: true, withImage: true })
  expect(optionsOf(['--dry-run', '--without-image', 'production'])).toMatchObject({
    target: 'production',
    isDry: true,
    withImage: false,
  })
})

test('a rollback has production as its default target', () => {
  expect(optionsOf(['rollback'])).toMatchObject({ target: 'production', isRollback: true })
  expect(optionsOf(['rollback', 'staging'])).toMatchObject({ target: 'staging', isRollback: true })
})

test('the value of --origin is reduced to its origin', () => {
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
])('the arguments %j are refused with the usage of the command', (args) => {
  expect(() => optionsOf(args)).toThrow(HELP)
})

test('npm run deploy refuses a misspelt --dry-run before it does anything', () => {
  const script = new URL('../../scripts/deploy.mjs', import.meta.url).pathname
  const { status, stdout, stderr } = spawnSync('node', [script, 'production', '--dryrun'])
  expect(String(stderr)).toContain(HELP)
  expect(String(stdout)).toBe('')
  expect(status).toBe(1)
})
