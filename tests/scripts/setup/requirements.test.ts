import { expect, test } from 'vitest'
import {
  isPinned,
  pinsOf,
  requirementsText,
  wheelOf,
  withChangelogLine,
  withKept,
} from '../../../scripts/lib/setup/requirements.ts'

const METADATA = `Version: 2026.11.30
Requires-Dist: requests<3,>=2.32.2; extra == 'default'
Requires-Dist: requests==2.34.2; extra == 'pin'
Requires-Dist: brotli==1.2.1; (implementation_name == 'cpython' and sys_platform != 'ios') and extra == 'pin'
Requires-Dist: brotlicffi==1.2.1.0; (implementation_name != 'cpython') and extra == 'pin'
Requires-Dist: pycparser==3.10; (implementation_name != 'PyPy' and implementation_name != 'cpython') and extra == 'pin'
Requires-Dist: pycparser==3.11; (implementation_name == 'cpython') and extra == 'pin-curl-cffi'
Requires-Dist: curl-cffi==0.17.0; (implementation_name == 'cpython') and extra == 'pin-curl-cffi'
Requires-Dist: yt-dlp-ejs==0.9.0; extra == 'pin'
Requires-Dist: deno==2.9.8; extra == 'pin-deno'
`
const PINS = {
  'yt-dlp': '2026.11.30',
  requests: '2.34.2',
  brotli: '1.2.1',
  pycparser: '3.11',
  'curl-cffi': '0.17.0',
  'yt-dlp-ejs': '0.9.0',
}

test('reads the pins of a release for CPython', () => {
  expect(Object.fromEntries(pinsOf(METADATA))).toEqual(PINS)
})

test.each([
  ['without a version', METADATA.replace('Version', 'Name'), 'no version'],
  ['without a pinned solver', METADATA.replace('yt-dlp-ejs==', 'yt-dlp-ejs>='), 'no longer pins yt-dlp-ejs'],
  ['with two pins of a package', `${METADATA}Requires-Dist: brotli==1.0; extra == 'pin'\n`, 'pins brotli to'],
])('pinsOf throws for metadata %s', (_, metadata, message) => {
  expect(() => pinsOf(metadata)).toThrow(message)
})

test('keeps the pins that are to stay', () => {
  const kept = withKept(pinsOf(METADATA), ['requests'], 'brotli==9 \\\nrequests==2.30.0 \\\n')
  expect(Object.fromEntries(kept)).toEqual({ ...PINS, requests: '2.30.0' })
  expect(() => withKept(pinsOf(METADATA), ['numpy'], 'numpy==1')).toThrow('cannot be kept')
})

test('sorts packages and hashes, and needs a hash', () => {
  const pins = new Map([
    ['yt-dlp', '2026.11.30'],
    ['brotli', '1.2.1'],
  ])
  const hashes = new Map([
    ['brotli', new Set(['bb', 'aa'])],
    ['yt-dlp', new Set(['cc'])],
  ])
  const [header, ...lines] = requirementsText(pins, hashes).split(/^(?!#)/m)
  expect(header).toContain('yt-dlp 2026.11.30 pins itself')
  expect(lines.join('').split('\n')).toEqual([
    'brotli==1.2.1 \\',
    '    --hash=sha256:aa \\',
    '    --hash=sha256:bb',
    'yt-dlp==2026.11.30 \\',
    '    --hash=sha256:cc',
    '',
  ])
  hashes.delete('brotli')
  expect(() => requirementsText(pins, hashes)).toThrow('No wheel of brotli 1.2.1')
})

test.each([
  ['yt_dlp_ejs-0.9.0-py3-none-any.whl', 'yt-dlp-ejs', '0.9.0'],
  ['Charset.Normalizer-3.5.2-cp313-cp313-manylinux2014_x86_64.whl', 'charset-normalizer', '3.5.2'],
])('reads %s as %s %s', (file, name, version) => {
  expect(wheelOf(file)).toEqual({ name, version })
})

test('wheelOf refuses a source archive', () => {
  expect(() => wheelOf('brotli-1.2.1.tar.gz')).toThrow('not a wheel')
})

test('writes one line of the change log', () => {
  const first = withChangelogLine('# Changelog\n\n### Links\n\n- Paste.\n', '2026.11.30')
  expect(first).toBe('# Changelog\n\n### Links\n\n- Links are read with yt-dlp 2026.11.30.\n- Paste.\n')
  expect(withChangelogLine(first, '2026.12.24')).toBe(first.replace('2026.11.30', '2026.12.24'))
  expect(() => withChangelogLine('# Changelog\n', '1')).toThrow('no section')
})

test('knows when every pin is current', () => {
  const current = requirementsText(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
    new Map([
      ['a', new Set(['x'])],
      ['b', new Set(['y'])],
    ]),
  )
  expect(
    isPinned(
      new Map([
        ['b', '2'],
        ['a', '1'],
      ]),
      current,
    ),
  ).toBe(true)
  expect(
    isPinned(
      new Map([
        ['a', '1'],
        ['b', '3'],
      ]),
      current,
    ),
  ).toBe(false)
  expect(isPinned(new Map([['a', '1']]), current)).toBe(false)
})
