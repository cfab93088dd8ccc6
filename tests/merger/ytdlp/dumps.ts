import fs from 'node:fs'
import path from 'node:path'
import { infoSchema } from '../../../merger/ytdlp/facts.ts'
import { extractionOf } from '../../../merger/extract/renditions.ts'

// What yt-dlp says, mapped: dumps are recorded in the sealed internet (record.ts); shapes that no site there has are made.

const folder = path.join(import.meta.dirname, 'dumps')

/** Names of all recorded dumps. */
export const dumps = fs.readdirSync(folder).map((name) => name.replace('.json', ''))
export const dump = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'))
/** The extraction that the merger makes of yt-dlp's facts. */
export const mapped = (facts: unknown) =>
  extractionOf(infoSchema.parse(facts), 'https://asked.example/', 'boot')
/** The same of made-up facts: each format is a plain MP4 but for what is said of it. */
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
