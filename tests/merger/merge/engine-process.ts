import { BACKLOG_LIMITS } from '../../../merger/merge/backlog.ts'
import { startEngine } from './engine.ts'
import { rendition } from '../../builders.ts'

// The engine as a process of its own, so that it can be killed, frozen and told a wrong time: the picture and the sound of
// its arguments.
const [picture = '', sound = ''] = process.argv.slice(2)
const lease = process.env.LEASE ? Number(process.env.LEASE) : undefined
const backlog = process.env.BACKLOG
  ? { ...BACKLOG_LIMITS, bytes: Number(process.env.BACKLOG) }
  : BACKLOG_LIMITS
const engine = await startEngine(
  Number(process.env.PORT),
  () => ({
    renditions: [
      rendition({
        id: 'picture',
        kind: 'video',
        url: picture,
        transport: picture.endsWith('.m3u8') ? 'hls' : 'http',
      }),
      rendition({ id: 'sound', kind: 'audio', url: sound, container: 'm4a' }),
    ],
  }),
  { lease, backlog },
)
process.on('SIGTERM', () => void engine.close().then(() => process.exit(0)))
process.on('message', ({ skew }: { skew: number }) => {
  const right = Date.now.bind(Date)
  Date.now = () => right() + skew
  process.send?.('skewed')
})
process.send?.(engine.workDir)
