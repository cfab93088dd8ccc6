import fs from 'node:fs'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cacheFolder } from './cache.ts'
import { recipes } from './recipes.ts'

const run = promisify(execFile)
let folder = ''

/** Makes the media once, by ffmpeg, into `.cache/media`; a changed recipe makes them anew. */
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

/** Where a file made by recipes.ts lies. */
export const mediaFile = (name: string) => path.join(folder, name)

/** Its size in bytes. */
export const mediaSize = (name: string) => fs.statSync(mediaFile(name)).size

/** Its text: a playlist. */
export const mediaText = (name: string) => fs.readFileSync(mediaFile(name), 'utf8')

/** Whether there is such a file; names from links are checked by this before they are used. */
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

/** Content type of a file by its extension. */
export const typeOf = (name: string) => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
