import { rendition, startEngine } from './engine.ts'

// The engine as a process of its own, so that it can be killed: the picture and the sound of its arguments.
const [picture = '', sound = ''] = process.argv.slice(2)
const engine = await startEngine(Number(process.env.PORT), () => ({
  renditions: [
    rendition({
      id: 'picture',
      kind: 'video',
      url: picture,
      transport: picture.endsWith('.m3u8') ? 'hls' : 'http',
    }),
    rendition({ id: 'sound', kind: 'audio', url: sound, container: 'm4a' }),
  ],
}))
process.send?.(engine.workDir)
