import { expect, test } from 'vitest'
import { hasPlaylistName } from '../../../web/preview/hls.ts'

test('recognises a playlist behind our proxy', () => {
  expect(hasPlaylistName('https://a.example/m.m3u8?x=1')).toBe(true)
  expect(hasPlaylistName('https://skyfire.vimeocdn.com/1/2')).toBe(true)
  expect(hasPlaylistName('https://x.example/api/proxied_download?url=https%3A%2F%2Fa.example%2Fm.m3u8')).toBe(
    true,
  )
  expect(hasPlaylistName('https://a.example/m.mp4')).toBe(false)
  expect(hasPlaylistName('https://notvimeocdn.com/1')).toBe(false)
})
