import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../../../.cache/media/merger')

const VIDEO = '-f lavfi -i testsrc2=size=640x360:rate=30:duration=12'
const NOISE = '-f lavfi -i testsrc2=size=1280x720:rate=30:duration=12,noise=alls=60:allf=t'
const AUDIO = '-f lavfi -i sine=frequency=440:beep_factor=4:sample_rate=44100:duration=12'
const H264 = '-c:v libx264 -preset ultrafast -g 60 -bf 2 -pix_fmt yuv420p'
const FRAGMENTS = '-movflags +frag_keyframe+empty_moov+default_base_moof+dash+global_sidx'

/**
 * The ffmpeg arguments that create each test file. Most files last twelve seconds. Each file of three hours
 * consists of 180 copies of a file of one minute.
 */
const recipes: Record<string, string> = {
  'video.mp4': `${VIDEO} ${H264} -b:v 800k -movflags +faststart`,
  'video-late.mp4': `${VIDEO} ${H264} -b:v 800k`,
  'video-fragments.mp4': `${VIDEO} ${H264} -b:v 800k ${FRAGMENTS}`,
  'big.mp4': `${NOISE} ${H264} -b:v 22M -maxrate 24M -bufsize 24M -movflags +faststart`,
  'large.mp4': '-stream_loop 3 -i big.mp4 -c copy -movflags +faststart',
  'many-frames.mp4': `-f lavfi -i testsrc2=size=64x64:rate=1000:duration=12 ${H264} -b:v 500k ${FRAGMENTS}`,
  'video-hevc.mp4': `${VIDEO} -c:v libx265 -preset ultrafast -x265-params log-level=none -b:v 500k -tag:v hev1 -movflags +faststart`,
  'video.webm': `${VIDEO} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 500k`,
  'big.webm': `${NOISE} -c:v libvpx -deadline realtime -cpu-used 16 -g 60 -b:v 20M -minrate 20M -maxrate 20M`,
  'audio-late-start.m4a': `-itsoffset 0.5 ${AUDIO} -c:a aac -b:a 128k -f mp4 -movflags +faststart`,
  'audio.m4a': `${AUDIO} -c:a aac -b:a 128k -f ipod -movflags +faststart`,
  'audio-fragments.m4a': `${AUDIO} -c:a aac -b:a 128k -f mp4 ${FRAGMENTS}`,
  'audio.webm': `${AUDIO} -c:a libopus -b:a 96k`,
  'audio.mp3': `${AUDIO} -c:a libmp3lame -b:a 128k`,
  'both.mp4': `${VIDEO} ${AUDIO} ${H264} -b:v 800k -c:a aac -movflags +faststart`,
  'both.webm': `${VIDEO} ${AUDIO} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 500k -c:a libopus -b:a 96k`,
  'late-sound.mp4': `${VIDEO} -itsoffset 0.8 ${AUDIO} ${H264} -b:v 800k -c:a aac -movflags +faststart`,
  'short-sound.mkv': `${VIDEO} -t 8 ${AUDIO} ${H264} -b:v 800k -c:a aac`,
  'silent.mp4': `${VIDEO} ${H264} -b:v 300k -t 3 -movflags +faststart`,
  'minute.mp4': `-f lavfi -i testsrc2=size=64x64:rate=60:duration=60 ${H264} -b:v 20k`,
  'minute.m4a':
    '-f lavfi -i sine=frequency=440:beep_factor=4:sample_rate=44100:duration=60 -c:a aac -b:a 32k -f ipod',
  'three-hours.mp4': '-stream_loop 179 -i minute.mp4 -c copy -movflags +faststart',
  'three-hours.m4a': '-stream_loop 179 -i minute.m4a -c copy -f ipod -movflags +faststart',
  'tall.mp4': `-f lavfi -i testsrc2=size=64x2000:rate=10:duration=1 ${H264} -movflags +faststart`,
  'unknown-length.mkv': `-f lavfi -i testsrc2=size=64x64:rate=10:duration=90 ${H264} -live 1`,
  'huffyuv.avi': '-f lavfi -i testsrc2=size=64x64:rate=10:duration=1 -c:v huffyuv',
  'cover.webp': '-f lavfi -i testsrc2=size=640x640:rate=1:duration=1 -frames:v 1 -c:v libwebp',
  'hls/video.m3u8': `${VIDEO} ${H264} -b:v 800k -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type mpegts`,
  'hls/audio.m3u8': `${AUDIO} -c:a aac -b:a 128k -f hls -hls_time 2 -hls_playlist_type vod`,
  'hls/both.m3u8': `${VIDEO} ${AUDIO} ${H264} -b:v 800k -c:a aac -f hls -hls_time 2 -hls_playlist_type vod`,
  'hls/second.m3u8': `${VIDEO} ${AUDIO} ${H264} -b:v 600k -c:a aac -f hls -hls_time 2 -hls_playlist_type vod`,
  'fmp4/video.m3u8': `${VIDEO} ${H264} -b:v 800k -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4`,
  'dash/manifest.mpd': `${VIDEO} ${AUDIO} ${H264} -b:v 800k -c:a aac -b:a 128k -f dash -seg_duration 2`,
}

/**
 * Returns the path of a test file. The file is created when it is first needed, and kept in a cache folder
 * that git ignores.
 */
export function media(name: string): string {
  const file = path.join(folder, name)
  const recipe = recipes[name]
  if (recipe === undefined) throw new Error(`no recipe for ${name}`)
  if (existsSync(file)) return file
  mkdirSync(path.dirname(file), { recursive: true })
  for (const [, part] of recipe.matchAll(/-i ((?:minute|big)\.\w+)/g)) media(part!)
  const isList = /\.(m3u8|mpd)$/.test(name)
  // ffmpeg derives the names of the segments from the name of the playlist, so it must write a playlist under
  // its final name. Any other file has a temporary name until it is complete, so that no process reads an
  // incomplete file.
  const target = isList ? file : path.join(path.dirname(file), `making-${process.pid}-${path.basename(name)}`)
  execFileSync(
    'ffmpeg',
    [...'-hide_banner -nostdin -loglevel error -y'.split(' '), ...recipe.split(' '), target],
    {
      cwd: path.dirname(file),
    },
  )
  if (!isList) renameSync(target, file)
  return file
}

export const mediaFolder = folder

/**
 * Returns size and hash of every packet of the first video stream or the first audio stream of a file,
 * without timestamps.
 */
export function packets(file: string, kind: 'v' | 'a'): string[] {
  const args = `-hide_banner -nostdin -loglevel error -i ${file} -map 0:${kind}:0 -c copy -f framehash -hash md5 -`
  const text = execFileSync('ffmpeg', args.split(' '), { maxBuffer: 64 * 1024 ** 2 }).toString()
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',').slice(4, 6).join().trim())
}

/**
 * Returns one hash over all packets of all streams of a file, with their timestamps and order. Equal hashes
 * mean equal content.
 */
export function packetHash(file: string): string {
  const args = `-hide_banner -nostdin -loglevel error -i ${file} -map 0 -c copy -f framehash -hash md5 -`
  const lines = execFileSync('ffmpeg', args.split(' '), { maxBuffer: 64 * 1024 ** 2 })
  return createHash('sha256').update(lines).digest('hex')
}

export type Probe = {
  streams: {
    codec_type: string
    codec_name: string
    codec_tag_string: string
    duration?: string
    start_time?: string
  }[]
  format: { format_name: string; duration: string; tags?: Record<string, string> }
}

/** Returns the streams and the format of a file according to ffprobe. */
export function probe(file: string): Probe {
  const args = `-v error -show_streams -show_format -of json ${file}`
  return JSON.parse(execFileSync('ffprobe', args.split(' ')).toString()) as Probe
}
