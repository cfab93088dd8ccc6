import { rendition } from '../../../tests/builders.ts'
import { startEngine } from '../../../tests/merger/merge/lib/engine.ts'
import { WatchCopy } from '../../../merger/merge/watch/watch-copy.ts'
import { MERGER_PORT, WORLD } from './places.ts'

// The real merge engine without egress guard and extraction. The path of `source_url` is /KIND/SIZE, and
// `/unwatched` behind it makes no copy to watch.
const copyOf = WatchCopy.of.bind(WatchCopy)
await startEngine(MERGER_PORT, ({ url }) => {
  const [, source, size, isUnwatched] = new URL(url).pathname.split('/')
  WatchCopy.of = isUnwatched ? () => null : copyOf
  const input = (kind: 'video' | 'audio', name: string, container: string): ReturnType<typeof rendition> =>
    rendition({ id: `${source}-${name}`, kind, url: `${WORLD}/${source}/${name}`, container, fps: 30 })
  return {
    renditions: [input('video', `video-${size}.mp4`, 'mp4'), input('audio', `audio-${size}.m4a`, 'm4a')],
  }
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
