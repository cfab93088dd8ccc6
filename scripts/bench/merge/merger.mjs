import { rendition, startEngine } from '../../../tests/merger/merge/engine.ts'
import { PORT_MERGER, WORLD } from './places.mjs'

// The merge engine as it is, with the bare network instead of the guard; a link says the way and the size.
await startEngine(PORT_MERGER, ({ url }) => {
  const [, way, size] = new URL(url).pathname.split('/')
  const of = (kind, name, container) =>
    rendition({ id: `${way}-${name}`, kind, url: `${WORLD}/${way}/${name}`, container, fps: 30 })
  return { renditions: [of('video', `video-${size}.mp4`, 'mp4'), of('audio', `audio-${size}.m4a`, 'm4a')] }
})
process.send('ready')
process.on('disconnect', () => process.exit())
