import { expect, test } from 'vitest'
import { tagsOf } from '../../../merger/ytdlp/warnings.ts'

test.each([
  ['No supported JavaScript runtime could be found. Only deno is enabled by default', 'js'],
  ['n challenge solving failed: Some formats may be missing. Ensure you have a supported runtime', 'js'],
  ['abc: web client https formats require a GVS PO Token which was not provided.', 'pot'],
  ['Some tv client https formats have been skipped as they are missing a URL. SABR streaming', 'sabr'],
  ['This is a supporter-only video, only the preview will be extracted: x', 'preview'],
  ['Instagram API is not granting access', 'login'],
  ['The extractor specified to use impersonation, but no impersonate target is available', 'impersonate'],
  ['Some web client https formats are possibly damaged. They will be deprioritized', 'formats'],
  ['Extractor failed to obtain "title". Creating a generic title instead', 'other'],
])('tagOf assigns the warning "%s" to the kind %s', (warning, tag) => {
  expect(tagsOf([warning])).toEqual([tag])
})

test('tagsOf lists a repeated kind of warning once', () => {
  expect(tagsOf(['only the preview', 'another preview', 'PO Token'])).toEqual(['pot', 'preview'])
})
