import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { makeMedia, mediaFile } from '../../../tests/internet/media.ts'

export async function makeWatched(): Promise<void> {
  await makeMedia()
  repeat('video-1080.mp4', 'watch.mp4', 10)
  repeat('audio.m4a', 'watch.m4a', 10)
  repeat('video-720.webm', 'watch.webm', 10)
  repeat('audio.weba', 'watch.weba', 10)
  repeat('video-1080.mp4', 'watch-gigabyte.mp4', 210)
  repeat('audio.m4a', 'watch-gigabyte.m4a', 210)
  const pair = `-i ${mediaFile('watch.mp4')} -i ${mediaFile('watch.m4a')} -map 0:v -map 1:a -c copy`
  if (make('watch-dash')) ffmpeg(`${pair} -f dash -seg_duration 4`, 'watch-dash/manifest.mpd')
  if (make('watch-hls'))
    ffmpeg(
      `${pair} -f hls -hls_time 4 -hls_playlist_type vod -master_pl_name master.m3u8 -var_stream_map v:0,agroup:sound~a:0,agroup:sound,default:yes -hls_segment_filename ${mediaFile('watch-hls/%v-%d.ts')}`,
      'watch-hls/%v.m3u8',
    )
}

function repeat(from: string, to: string, times: number): void {
  if (fs.existsSync(mediaFile(to))) return
  ffmpeg(
    `-stream_loop ${times - 1} -i ${mediaFile(from)} -c copy -fflags +bitexact${to.includes('.m') ? ' -movflags +faststart' : ''}${to.endsWith('.weba') ? ' -f webm' : ''}`,
    to,
  )
}

function make(folder: string): boolean {
  if (fs.existsSync(mediaFile(folder))) return false
  fs.mkdirSync(mediaFile(folder))
  return true
}

function ffmpeg(args: string, to: string): void {
  const words = args.split(' ').map((word) => word.replaceAll('~', ' '))
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...words, mediaFile(to)])
}
