import fs from 'node:fs'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cacheFolder } from './cache.ts'
import { recipes } from './recipes.ts'

const run = promisify(execFile)
let folder = ''

/**
 * Creates the media with ffmpeg in a folder of `.cache/media`. The folder is reused until recipes.ts changes.
 */
export async function makeMedia(): Promise<void> {
  folder = await cacheFolder('media', JSON.stringify(recipes), async (made) => {
    for (const recipe of recipes) {
      for (const [, dir] of recipe.matchAll(/(\w+)\/\S+$/g))
        fs.mkdirSync(`${made}/${dir}`, { recursive: true })
      await run(
        'ffmpeg',
        ['-v', 'error', '-nostdin', '-y', ...recipe.split(' ').map((word) => word.replaceAll('~', ' '))],
        { cwd: made },
      )
    }
  })
}

/** Returns the path of a file that recipes.ts describes. */
export const mediaFile = (name: string) => path.join(folder, name)

/** Returns the size of a media file in bytes. */
export const mediaSize = (name: string) => fs.statSync(mediaFile(name)).size

/** Returns the content of a text file of the media folder, for example of a playlist. */
export const mediaText = (name: string) => fs.readFileSync(mediaFile(name), 'utf8')

/**
 * Returns whether a media file exists. A name from a URL must pass this check before it is used as a path.
 */
export const hasMedia = (name: string) =>
  /^[\w-]+(\/[\w.-]+)?\.\w+$/.test(name) && fs.existsSync(mediaFile(name))

const types: Record<string, string> = {
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  weba: 'audio/webm',
  ts: 'video/mp2t',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  jpg: 'image/jpeg',
  gif: 'image/gif',
}

/** Returns the content type for the extension of a file name. */
export const typeOf = (name: string) => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
