import fs from 'node:fs'
import path from 'node:path'
import { infoSchema } from '../../../merger/ytdlp/facts.ts'
import { extractionOf } from '../../../merger/extract/renditions/renditions.ts'

// Functions that create extractions for tests. An extraction is the merger's description of the media at a
// link. The merger creates it from facts, which are the fields of yt-dlp's result that the merger uses. Each
// file in the folder `dumps` contains such facts. record.ts has saved them from the imitated sites of the
// tests (tests/internet). A test for which no file is suitable creates its extraction with `made`.

const folder = path.join(import.meta.dirname, 'dumps')

/** The names of the files in `dumps`, without their extension. */
export const dumps = fs.readdirSync(folder).map((name) => name.replace('.json', ''))
export const dump = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'))
/** Returns the extraction that the merger creates from `facts`, the fields of a result of yt-dlp. */
export const mapped = (facts: unknown) =>
  extractionOf(infoSchema.parse(facts), 'https://asked.example/', 'boot')
/**
 * Returns the extraction of an invented video. The video has one format for each element of `formats`. By
 * default, a format is a plain MP4; the fields of the element are added to it or replace its fields. In the
 * same way, the fields in `more` are added to the fields of the video or replace them.
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
