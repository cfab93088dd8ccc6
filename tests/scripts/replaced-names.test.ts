import { expect, test } from 'vitest'
import { namesIn, replacedNames } from '../../scripts/lib/replaced-names.ts'

test('finds each form in which Python replaces a private name', () => {
  const text = [
    'REPLACED = [',
    "    (InfoExtractor, '_request_webpage', requested),",
    "    (client.HTTPResponse, '_read_status', skipped),",
    ']',
    'generic._parse = parse',
    '    re._MAXCACHE = 20_000',
    "setattr(Extractor, '_real_extract', extract)",
    '    self._own = 1',
    '    known = other._name',
  ]
  expect(namesIn(text.join('\n')).toSorted()).toEqual([
    'Extractor._real_extract',
    'InfoExtractor._request_webpage',
    'client.HTTPResponse._read_status',
    'generic._parse',
    're._MAXCACHE',
  ])
})

test('replaces each private name once', () => {
  const names = Object.values(replacedNames()).flat()
  expect(names).toContain('InfoExtractor._request_webpage')
  expect(names).toEqual([...new Set(names)])
})
