import { rendition } from '../../../tests/builders.ts'
import { startEngine } from '../../../tests/merger/merge/lib/engine.ts'
import { MERGER_PORT, WORLD } from './places.ts'

// Runs the real merge engine without the egress guard. Instead of extracting a link, the engine calls the
// function given here. The argument `url` is the `source_url` of the merge plan. The path of this URL is
// /KIND/SIZE: the kind of source and the approximate size of the video in MB.
await startEngine(MERGER_PORT, ({ url }) => {
  const [, source, size] = new URL(url).pathname.split('/')
  const input = (kind: 'video' | 'audio', name: string, container: string): ReturnType<typeof rendition> =>
    rendition({ id: `${source}-${name}`, kind, url: `${WORLD}/${source}/${name}`, container, fps: 30 })
  return {
    renditions: [input('video', `video-${size}.mp4`, 'mp4'), input('audio', `audio-${size}.m4a`, 'm4a')],
  }
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
