import fs from 'node:fs'
import path from 'node:path'
import { infoSchema } from '../../../merger/ytdlp/facts.ts'
import { extractionOf } from '../../../merger/extract/renditions.ts'

// The facts of yt-dlp that the tests of renditions.ts use. record.ts has recorded them in the sealed
// internet; others are made up.

const folder = path.join(import.meta.dirname, 'dumps')

/** Names of all recorded facts. */
export const dumps = fs.readdirSync(folder).map((name) => name.replace('.json', ''))
export const dump = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'))
/** Returns the extraction that the merger makes from yt-dlp's facts. */
export const mapped = (facts: unknown) =>
  extractionOf(infoSchema.parse(facts), 'https://asked.example/', 'boot')
/** Returns the extraction of made-up formats. Each format is a plain MP4 except for the given fields. */
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
