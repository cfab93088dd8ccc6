import fs from 'node:fs'
import path from 'node:path'
import { infoSchema } from '../../../merger/ytdlp/facts.ts'
import { extractionOf } from '../../../merger/extract/renditions.ts'

// Extractions for tests. Their input is called facts: the fields of yt-dlp's result that the merger uses. The
// folder `dumps` contains facts that record.ts has saved in the sealed internet. For other cases, a test
// passes invented facts to `made`.

const folder = path.join(import.meta.dirname, 'dumps')

/** The names of the files in `dumps`, without their extension. */
export const dumps = fs.readdirSync(folder).map((name) => name.replace('.json', ''))
export const dump = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'))
/** Returns the extraction that the merger makes from facts of yt-dlp. */
export const mapped = (facts: unknown) =>
  extractionOf(infoSchema.parse(facts), 'https://asked.example/', 'boot')
/**
 * Returns the extraction of an invented video. It has one format for each element of `formats`: a plain MP4
 * whose fields this element overrides or extends. `more` does the same for the fields of the video.
 */
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
