import fs from 'node:fs'
import path from 'node:path'
import { infoSchema } from '../../../merger/ytdlp/facts.ts'
import { extractionOf } from '../../../merger/extract/renditions.ts'

// Facts of yt-dlp for the tests of renditions.ts: recorded in the sealed internet by record.ts, or made up.

const folder = path.join(import.meta.dirname, 'dumps')

/** Names of all recorded facts. */
export const dumps = fs.readdirSync(folder).map((name) => name.replace('.json', ''))
export const dump = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'))
/** The extraction that the merger maps from yt-dlp's facts. */
export const mapped = (facts: unknown) =>
  extractionOf(infoSchema.parse(facts), 'https://asked.example/', 'boot')
/** The extraction of made-up formats. Each is a plain MP4 except for the given fields. */
export const made = (formats: object[], more: object = {}) =>
  mapped({
    title: 'Made up',
    extractor: 'made',
    formats: formats.map((format, n) => ({
      format_id: `${n}`,
      url: `https://a.example/${n}`,
      ext: 'mp4',
      protocol: 'https',
      ...format,
    })),
    ...more,
  })
