import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../../../.cache/media/merger')

const VIDEO = '-f lavfi -i testsrc2=size=640x360:rate=30:duration=12'
/** Encoding noise is slow, so twelve seconds are four copies of three. */
const NOISE = '-f lavfi -i testsrc2=size=1280x720:rate=30:duration=3,noise=alls=60:allf=t'
const FOUR_TIMES = '-stream_loop 3 -i'
const AUDIO = '-f lavfi -i sine=frequency=440:beep_factor=4:sample_rate=44100:duration=12'
const H264 = '-c:v libx264 -preset ultrafast -g 60 -bf 2 -pix_fmt yuv420p'
const SHORT_VIDEO = '-f lavfi -i testsrc2=size=64x48:rate=10:duration=4'
const SHORT_AUDIO = '-f lavfi -i sine=frequency=440:sample_rate=44100:duration=4'
const TITLES = `-f srt -i data:text/plain;base64,${Buffer.from('1\n00:00:00,500 --> 00:00:03,500\nHello\n').toString('base64')}`
/** A text each seven seconds, so that each begins between two key frames. */
const OWN_TEXTS = `-f srt -i data:text/plain;base64,${Buffer.from(
  [1, 2, 3, 4, 5, 6]
    .map(
      (n) =>
        `${n}\n00:00:${String(7 * n + 1).padStart(2, '0')},500 --> 00:00:${7 * n + 4 < 10 ? 0 : ''}${7 * n + 4},000\nText ${n}\n`,
    )
    .join('\n'),
).toString('base64')}`
const COVER =
  '-f lavfi -i testsrc2=size=800x800:duration=1,noise=alls=60 -map 0 -map 1 -frames:v 1 -c:v png -disposition:v attached_pic'
/** A gray PNG of 8 × 8 pixels in the picture block of FLAC (RFC 9639, section 8.8), as Ogg holds it. */
const PICTURE_BLOCK =
  'AAAAAwAAAAlpbWFnZS9wbmcAAAAAAAAACAAAAAgAAAAIAAAAAAAAAEeJUE5HDQoaCgAAAA1JSERSAAAACAAAAAgIAAAAAOFk4VcAAAAOSURBVHjaY2iAAgbKGACAhCABEOhqFwAAAABJRU5ErkJggg=='
const CENC =
  '-encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8'
const NOISY_FLASHES = `-f lavfi -i color=black:size=160x90:rate=25:duration=600,noise=alls=40:allf=t,drawbox=enable='lt(mod(t,1),0.04)':color=white:t=fill`
const NOISY_H264 =
  '-c:v libx264 -preset ultrafast -g 75 -keyint_min 75 -sc_threshold 0 -bf 2 -pix_fmt yuv420p -b:v 400k'
const FRAGMENTS = '-movflags +frag_keyframe+empty_moov+default_base_moof+dash+global_sidx'

/**
 * A white frame and a burst of sound at each whole second, so that a test can measure order, gaps and sync.
 */
const flashes = (seconds: number, size = '64x36') =>
  `-f lavfi -i color=black:size=${size}:rate=25:duration=${seconds},drawbox=enable='lt(mod(t,1),0.04)':color=white:t=fill`
const beeps = (seconds: number, rate = 44_100) =>
  `-f lavfi -i aevalsrc='if(lt(mod(t,1),0.06),0.8*sin(2*PI*1000*t),0)':sample_rate=${rate}:duration=${seconds}`
const FLASH_H264 =
  '-c:v libx264 -preset ultrafast -g 50 -keyint_min 50 -sc_threshold 0 -bf 2 -pix_fmt yuv420p'
const OTHER_H264 =
  '-c:v libx264 -preset veryfast -profile:v high -g 50 -keyint_min 50 -sc_threshold 0 -bf 0 -pix_fmt yuv420p'
const TS_LIST = '-c:a aac -f hls -hls_time 2 -hls_playlist_type vod'
const MP4_LIST = `${TS_LIST} -hls_segment_type fmp4`
const COPIED_LIST = '-muxdelay 0 -muxpreload 0 -f hls -hls_time 2 -hls_playlist_type vod'
const DASH_LIST = '-c:a aac -f dash -seg_duration 2 -use_timeline 0'

/**
 * The ffmpeg arguments that create each test file. Most files last twelve seconds. Each file of three hours
 * consists of 180 copies of a file of one minute.
 */
const recipes: Record<string, string> = {
  'video.mp4': `${VIDEO} ${H264} -b:v 800k -movflags +faststart`,
  'video-late.mp4': `${VIDEO} ${H264} -b:v 800k`,
  'video-fragments.mp4': `${VIDEO} ${H264} -b:v 800k ${FRAGMENTS}`,
  'noise.mp4': `${NOISE} ${H264} -b:v 22M -maxrate 24M -bufsize 24M`,
  'big.mp4': `${FOUR_TIMES} noise.mp4 -c copy -movflags +faststart`,
  'large.mp4': `${FOUR_TIMES} big.mp4 -c copy -movflags +faststart`,
  'large.m4a': `${AUDIO.replace('duration=12', 'duration=48')} -c:a aac -b:a 128k -f ipod -movflags +faststart`,
  'many-frames.mp4': `-f lavfi -i testsrc2=size=64x64:rate=1000:duration=12 ${H264} -b:v 500k ${FRAGMENTS}`,
  'video-hevc.mp4': `${VIDEO} -c:v libx265 -preset ultrafast -x265-params log-level=none -b:v 500k -tag:v hev1 -movflags +faststart`,
  'video.webm': `${VIDEO} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 500k`,
  'noise.webm': `${NOISE} -c:v libvpx -deadline realtime -cpu-used 16 -g 60 -b:v 20M -minrate 20M -maxrate 20M`,
  'big.webm': `${FOUR_TIMES} noise.webm -c copy`,
  'audio-late-start.m4a': `-itsoffset 0.5 ${AUDIO} -c:a aac -b:a 128k -f mp4 -movflags +faststart`,
  'audio.m4a': `${AUDIO} -c:a aac -b:a 128k -f ipod -movflags +faststart`,
  'audio-fragments.m4a': `${AUDIO} -c:a aac -b:a 128k -f mp4 ${FRAGMENTS}`,
  'audio.webm': `${AUDIO} -c:a libopus -b:a 96k`,
  'audio.eac3': `${AUDIO} -c:a eac3 -b:a 128k`,
  'hls/sound.m3u8': '-i ../audio.mp3 -c copy -f hls -hls_time 2 -hls_playlist_type vod',
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
  'wide.jpg': '-f lavfi -i testsrc2=size=640x360:rate=1:duration=1 -frames:v 1 -q:v 3',
  'edited.mp4': '-ss 1.3 -i minute-both.mp4 -c copy',
  'minute-both.mp4': '-t 12 -i minute.mp4 -t 12 -i minute.m4a -c copy',
  'half-fragmented.mp4': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -g 10 -c:a aac -movflags +frag_keyframe`,
  'titled.mp4': `${SHORT_VIDEO} ${SHORT_AUDIO} ${TITLES} ${H264} -c:a aac -c:s mov_text`,
  'titled.mkv': `${SHORT_VIDEO} ${SHORT_AUDIO} ${TITLES} ${H264} -c:a aac -c:s srt`,
  'titled.webm': `${SHORT_VIDEO} ${SHORT_AUDIO} ${TITLES} -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus -c:s webvtt`,
  'theora.ogv': `${SHORT_VIDEO} ${SHORT_AUDIO} -c:v libtheora -c:a libvorbis`,
  'divx.avi': `${SHORT_VIDEO} ${SHORT_AUDIO} -c:v msmpeg4 -c:a libmp3lame`,
  'old.wmv': `${SHORT_VIDEO} ${SHORT_AUDIO} -c:v wmv2 -c:a wmav1`,
  'prores.mov': `${SHORT_VIDEO} ${SHORT_AUDIO} -c:v prores -profile:v 0 -c:a pcm_s16le`,
  'gif-cover.mp3': `${SHORT_AUDIO} -f lavfi -i testsrc2=size=64x48:duration=1 -map 0 -map 1 -frames:v 1 -c:v gif -disposition:v attached_pic`,
  'dts.mkv': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a dca -strict -2`,
  'dts.m2ts': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a dca -strict -2`,
  'truehd.mkv': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a truehd -strict -2 -ar 48000`,
  'nelly.flv': `${SHORT_VIDEO} ${SHORT_AUDIO} -c:v flashsv -c:a nellymoser -ar 22050`,
  'speex.spx': `${SHORT_AUDIO} -c:a libspeex -ar 16000`,
  'ima.wav': `${SHORT_AUDIO} -c:a adpcm_ima_wav`,
  'ms.wav': `${SHORT_AUDIO} -c:a adpcm_ms`,
  'f64.wav': `${SHORT_AUDIO} -c:a pcm_f64le`,
  's8.aiff': `${SHORT_AUDIO} -c:a pcm_s8`,
  'f32.aiff': `${SHORT_AUDIO} -c:a pcm_f32be`,
  'mute.mp4': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a aac -bsf:a noise=drop=1`,
  'mute-fragmented.mp4': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a aac -bsf:a noise=drop=1 ${FRAGMENTS}`,
  'mute.mkv': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a aac -bsf:a noise=drop=1`,
  'mute.ts': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a aac -bsf:a noise=drop=1`,
  'late-film.mp4': `${SHORT_VIDEO} ${H264} -output_ts_offset 3`,
  'voice.m4a': `${SHORT_AUDIO} -c:a aac`,
  'voice.mts': `${SHORT_AUDIO} -c:a aac -output_ts_offset 100 -f mpegts`,
  'voice.caf': `${SHORT_AUDIO} -c:a pcm_s16le`,
  'voice.au': `${SHORT_AUDIO} -c:a pcm_alaw`,
  'cenc.mp4': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a aac ${CENC}`,
  'cenc.m4a': `${SHORT_AUDIO} -c:a aac -f mp4 ${CENC}`,
  'titles.mkv': `${TITLES} -c:s srt -f matroska`,
  'covered.mp3': `${SHORT_AUDIO} ${COVER} -c:a libmp3lame -b:a 64k`,
  'covered.m4a': `${SHORT_AUDIO} ${COVER} -c:a aac -b:a 64k -movflags +faststart`,
  'covered.flac': `${SHORT_AUDIO} ${COVER} -c:a flac`,
  // Noise of 24 bits, which no smaller sample holds.
  'deep.flac': `-f lavfi -i anoisesrc=duration=4:sample_rate=96000:seed=7 -c:a flac -sample_fmt s32`,
  'late-covered.m4a': '-i covered.m4a -map 0 -c copy',
  'covered.ogg': `${SHORT_AUDIO} -c:a libvorbis -metadata METADATA_BLOCK_PICTURE=${PICTURE_BLOCK}`,
  'sound.adts': `${SHORT_AUDIO} -c:a aac -f adts`,
  'sound.opus': `${SHORT_AUDIO} -c:a libopus`,
  'sound.ogg': `${SHORT_AUDIO} -c:a libvorbis`,
  'sound.oga': `${SHORT_AUDIO} -c:a flac -f ogg`,
  'film.m2ts': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -c:a aac -f mpegts -mpegts_m2ts_mode 1`,
  'film.mts': `${SHORT_VIDEO} ${SHORT_AUDIO} ${H264} -b:v 400k -c:a aac -output_ts_offset 95440 -f mpegts`,
  'hls/video.m3u8': `${VIDEO} ${H264} -b:v 800k -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type mpegts`,
  'hls/audio.m3u8': `${AUDIO} -c:a aac -b:a 128k -f hls -hls_time 2 -hls_playlist_type vod`,
  'hls/both.m3u8': `${VIDEO} ${AUDIO} ${H264} -b:v 800k -c:a aac -f hls -hls_time 2 -hls_playlist_type vod`,
  'hls/second.m3u8': `${VIDEO} ${AUDIO} ${H264} -b:v 600k -c:a aac -f hls -hls_time 2 -hls_playlist_type vod`,
  'fmp4/video.m3u8': `${VIDEO} ${H264} -b:v 800k -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4`,
  'film/ts.m3u8': `${flashes(4)} ${beeps(4)} ${FLASH_H264} ${TS_LIST}`,
  'spot/ts.m3u8': `${flashes(4)} ${beeps(4)} ${OTHER_H264} -output_ts_offset 7000 ${TS_LIST}`,
  'large/ts.m3u8': `${flashes(4, '128x72')} ${beeps(4)} ${FLASH_H264} ${TS_LIST}`,
  'rate/ts.m3u8': `${flashes(4)} ${beeps(4, 48_000)} ${FLASH_H264} ${TS_LIST}`,
  'film/mp4.m3u8': `${flashes(4)} ${beeps(4)} ${FLASH_H264} ${MP4_LIST} -hls_fmp4_init_filename mp4-init.mp4`,
  'spot/mp4.m3u8': `${flashes(4)} ${beeps(4)} ${OTHER_H264} -video_track_timescale 90000 ${MP4_LIST} -hls_fmp4_init_filename mp4-init.mp4`,
  'film/video.m3u8': `-copyts -i ts.m3u8 -map 0:v -c copy ${COPIED_LIST}`,
  'film/audio.m3u8': `-copyts -i ts.m3u8 -map 0:a -c copy ${COPIED_LIST}`,
  'spot/video.m3u8': `-copyts -i ts.m3u8 -map 0:v -c copy ${COPIED_LIST}`,
  'spot/audio.m3u8': `-copyts -i ts.m3u8 -map 0:a -c copy ${COPIED_LIST}`,
  'film/dash.mpd': `${flashes(4)} ${beeps(4)} ${FLASH_H264} ${DASH_LIST}`,
  'spot/dash.mpd': `${flashes(4)} ${beeps(4)} ${OTHER_H264} -video_track_timescale 90000 ${DASH_LIST}`,
  'film/vp9.mp4': `${flashes(4)} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50 -movflags +frag_keyframe+empty_moov+default_base_moof -f mp4`,
  'film/vp9.webm': `${flashes(4)} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50`,
  'film/opus.webm': `${beeps(4, 48_000)} -c:a libopus -b:a 96k`,
  'film/opus.mp4': `${beeps(4, 48_000)} -c:a libopus -b:a 96k -movflags +frag_keyframe+empty_moov+default_base_moof -frag_duration 1000000 -f mp4`,
  'film/video.mp4': `${flashes(4)} ${FLASH_H264} -movflags +faststart`,
  'film/audio.mp4': `${beeps(4)} -c:a aac -movflags +faststart`,
  'film/long-video.mp4': `${flashes(8)} ${FLASH_H264} -movflags +faststart`,
  'film/long-audio.mp4': `${beeps(8)} -c:a aac -movflags +faststart`,
  'film/part.mp4': `${flashes(4)} ${beeps(4)} ${FLASH_H264} -c:a aac -movflags +faststart`,
  'spot/part.mp4': `${flashes(4)} ${beeps(4)} ${OTHER_H264} -c:a aac -movflags +faststart`,
  'spot/video.mp4': `${flashes(4)} ${OTHER_H264} -movflags +faststart`,
  'spot/audio.mp4': `${beeps(4)} -c:a aac -movflags +faststart`,
  'ten/both.mp4': `${NOISY_FLASHES} ${beeps(600)} ${NOISY_H264} -c:a aac -b:a 96k -movflags +faststart`,
  'ten/both.mkv': '-i both.mp4 -c copy',
  'ten/late-index.mp4': '-i both.mp4 -c copy',
  // An edit list hides the first key frame.
  'ten/hidden-start.mp4': '-ss 1.3 -i both.mp4 -t 20 -c copy -movflags +faststart',
  'late-start.mp4': `-itsoffset 10 ${flashes(6)} -itsoffset 10 ${beeps(6)} ${FLASH_H264} -fps_mode passthrough -c:a aac -movflags +faststart`,
  'ten/late-sound.mp4': `${flashes(8)} -itsoffset 2 ${beeps(8)} ${FLASH_H264} -c:a aac -movflags +faststart`,
  'ten/video.mp4': `-i both.mp4 -map 0:v -c copy ${FRAGMENTS}+negative_cts_offsets`,
  'ten/audio.mp4': `-i both.mp4 -map 0:a -c copy -frag_duration 2000000 ${FRAGMENTS}`,
  'ten/both.webm': `${NOISY_FLASHES} ${beeps(600, 48_000)} -c:v libvpx -deadline realtime -cpu-used 16 -g 50 -b:v 300k -c:a libopus -b:a 64k`,
  'ten/list.m3u8': `-i both.mp4 -map 0:v -map 0:a -c copy ${COPIED_LIST}`,
  'ten/picture.m3u8': `-copyts -i list.m3u8 -map 0:v -c copy ${COPIED_LIST}`,
  'ten/sound.m3u8': `-copyts -i list.m3u8 -map 0:a -c copy ${COPIED_LIST}`,
  'ten/sound.mp3': `-i both.mp4 -map 0:a -c:a libmp3lame -b:a 96k`,
  'ten/manifest.mpd': '-i both.mp4 -c copy -f dash -seg_duration 2',
  // A picture a second, and 25 in each second second.
  'ten/own-text.mp4': `${flashes(60)} ${beeps(60)} ${OWN_TEXTS} ${FLASH_H264.replaceAll('50', '250')} -c:a aac -c:s mov_text -movflags +faststart`,
  'ten/own-text.mkv': `-i own-text.mp4 -map 0 -c copy -c:s srt`,
  'ten/own-text.webm': `${flashes(60)} ${beeps(60, 48_000)} ${OWN_TEXTS} -c:v libvpx -deadline realtime -cpu-used 16 -g 250 -keyint_min 250 -c:a libopus -c:s webvtt`,
  'theora.mkv': `${flashes(12)} ${beeps(12)} -c:v libtheora -g 50 -c:a libvorbis`,
  'short-picture.mkv': `${flashes(2)} ${beeps(12)} ${FLASH_H264} -c:a aac`,
  'short-picture.mp4': `${flashes(2)} ${beeps(12)} ${FLASH_H264} -c:a aac -movflags +faststart`,
  'variable.mp4': `${flashes(16)} ${beeps(16)} -vf select=not(mod(n\\,25))+gt(mod(n\\,50)\\,24) -fps_mode vfr ${FLASH_H264} -c:a aac -movflags +faststart`,
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
  for (const [, part] of recipe.matchAll(/-i (?:\.\.\/)?((?:minute|big|noise|audio)[\w-]*\.\w+)/g))
    media(part!)
  for (const [, part] of recipe.matchAll(/-i (ts\.m3u8|list\.m3u8|both\.mp4)/g))
    media(path.join(path.dirname(name), part!))
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
 * Returns size and hash of every packet of a video stream or an audio stream of a file, the first by default,
 * without timestamps.
 */
export function packets(file: string, kind: 'v' | 'a', at = 0): string[] {
  const args = `-hide_banner -nostdin -loglevel error -i ${file} -map 0:${kind}:${at} -c copy -f framehash -hash md5 -`
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

type Probe = {
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
