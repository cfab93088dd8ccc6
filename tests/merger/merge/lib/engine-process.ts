import { BACKLOG_LIMITS } from '../../../../merger/merge/backlog.ts'
import { startEngine } from './engine.ts'
import { rendition } from '../../../builders.ts'

// Runs the merge engine in a separate process. So a test can kill the engine, stop it or change its clock.
// The arguments are the URLs of the video and of the audio. The environment variables are:
// - PORT: the port of the engine
// - LEASE: milliseconds without a client after which the engine ends an attempt
// - BACKLOG: While more than this many bytes of the merged file are not yet stored by the edge, the engine
//   pauses the download of the video.
const [videoUrl = '', audioUrl = ''] = process.argv.slice(2)
const leaseMs = process.env.LEASE ? Number(process.env.LEASE) : undefined
const backlog = process.env.BACKLOG
  ? { ...BACKLOG_LIMITS, bytes: Number(process.env.BACKLOG) }
  : BACKLOG_LIMITS
const engine = await startEngine(
  Number(process.env.PORT),
  () => ({
    renditions: [
      rendition({
        id: 'video',
        kind: 'video',
        url: videoUrl,
        transport: videoUrl.endsWith('.m3u8') ? 'hls' : 'http',
      }),
      rendition({ id: 'audio', kind: 'audio', url: audioUrl, container: 'm4a' }),
    ],
  }),
  { limits: { leaseMs }, backlog },
)
const end = () => void engine.close().then(() => process.exit(0))
process.on('SIGTERM', end)
// The parent is gone, so nothing else ends this process.
process.on('disconnect', end)
process.on('message', ({ skew }: { skew: number }) => {
  const realNow = Date.now.bind(Date)
  Date.now = () => realNow() + skew
  process.send?.('skewed')
})
process.send?.(engine.workDir)
