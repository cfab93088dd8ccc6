import fs from 'node:fs'
import path from 'node:path'
import type { VideoInfo } from '#contract/api.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { MEDIA_FILES } from '#contract/media-types.ts'
import { choiceText } from '#contract/subtitles/choice.ts'
import { labelOf, noteOf } from '../../edge/formats/row-words.ts'
import { extractionOf } from '../../merger/extract/renditions/renditions.ts'
import { infoSchema } from '../../merger/ytdlp/facts.ts'
import { texts as labels } from '#texts/en/labels.ts'
import { clientOf, mergeOf, type Client } from '../../tests/internet/soak/client.ts'
import { CORPUS } from '../../tests/internet/sites/corpus.ts'
import { startProduct } from '../lib/product.ts'
import { run, runOrFail, StepFailed } from '../lib/step.ts'
import { atEnd, temporaryFolder } from '../lib/stop.ts'

const PORT = 9_440
const TEXTS = ['.vtt', '.srt', '.ttml', '.lrc', '.ass', '.smi', '.sub']
const ASKED = ['.html', '.xml', '.mpd', '.m3u8']
/** The part of an item that is made, as shares of its length. */
const PART = { start: 1 / 3, end: 5 / 6 }

/** What the running product makes of each input of a folder: facts, subtitles, the film with them, a part. */
export default async function bench([given, ...names]: string[]): Promise<void> {
  if (given === undefined) throw new StepFailed('Name a folder: npm run bench -- corpus FOLDER [NAME ...]')
  const folder = fs.realpathSync(given)
  const lists = formatListsIn(folder)
  for (const [name, info] of lists) console.log(`\n${name}\n${rowsOf(info).join('\n')}`)
  if (lists.length > 0) return
  await prepare(folder)
  const work = temporaryFolder('bench-corpus')
  const product = await startProduct({
    python: process.env['PYTHON'] ?? '',
    port: PORT,
    state: `${work}/state`,
    extra: { WORK_DIR: `${work}/work` },
  })
  atEnd(product.stop)
  const inputs = inputsOf(folder).filter(
    (one) => names.length === 0 || names.some((name) => one.includes(name)),
  )
  for (const [at, input] of inputs.entries()) {
    // Each visitor has limits of its own.
    const client = clientOf(PORT, `127.0.0.1:${PORT}`, `198.51.100.${at % 250}`)
    console.log(`\n${input}`)
    const found = await outcomes(client, linkOf(input), `${work}/file`)
    const right = expectedIn(folder).find(({ file }) => file === input)?.expected
    for (const [name, text] of Object.entries({ ...found, ...(right && { right }) }))
      console.log(`  ${name.padEnd(9)} ${text}`)
  }
}

/** Results of yt-dlp have formats, and no media behind them. */
function formatListsIn(folder: string): [string, unknown][] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'))
  const all = names.map((name): [string, ListedFormats] => [name, JSON.parse(textOf(folder, name))])
  return all.flatMap(([name, { info, ...own }]) => {
    const found = info ?? own
    return 'formats' in found ? [[name, found]] : []
  })
}

type ListedFormats = { info?: object }

function rowsOf(info: unknown): string[] {
  const extraction = extractionOf(infoSchema.parse(info), 'https://asked.example/', 'boot')
  const english = { language: 'en', labels } as const
  return catalogueOf(extraction).rows.map((row) =>
    `  ${row.suggested ? '*' : ' '} ${labelOf(row, english)} ${noteOf(row, english) ?? ''}`.trimEnd(),
  )
}

async function prepare(folder: string): Promise<void> {
  fs.mkdirSync(CORPUS, { recursive: true })
  fs.rmSync(`${CORPUS}/inputs`, { force: true })
  fs.symlinkSync(folder, `${CORPUS}/inputs`)
  if (fs.existsSync(`${CORPUS}/episode.mp3`)) return
  const film = '-f lavfi -i testsrc2=s=320x180:r=25:d=12 -f lavfi -i sine=440:d=12'.split(' ')
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -c:a aac'.split(' ')
  const make = (...args: string[]) => runOrFail(['ffmpeg', '-v', 'error', '-nostdin', '-y', ...args])
  await make(...film, ...codecs, '-movflags', '+faststart', `${CORPUS}/film.mp4`)
  await make(
    '-i',
    `${CORPUS}/film.mp4`,
    '-c',
    'copy',
    ...'-f hls -hls_time 4 -hls_playlist_type vod'.split(' '),
    `${CORPUS}/film.m3u8`,
  )
  await make(...'-f lavfi -i sine=330:d=30 -c:a libmp3lame -b:a 64k'.split(' '), `${CORPUS}/episode.mp3`)
}

/** Without the files that a list of the same folder names, and with all that `expected.json` names. */
function inputsOf(folder: string): string[] {
  const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const named = new Set(expectedIn(folder).map(({ file }) => file))
  const lists = all.filter((one) => one.endsWith('.m3u8')).map((one) => textOf(folder, one))
  const isNamed = (one: string) => lists.some((list) => list.includes(path.basename(one)))
  const isAsked = (one: string) =>
    [...TEXTS, ...ASKED].includes(path.extname(one)) ||
    MEDIA_FILES.has(path.extname(one).slice(1)) ||
    named.has(one)
  return all.filter((one) => isAsked(one) && (!isNamed(one) || one.endsWith('.m3u8')))
}

type Expected = { file: string; expected: string }

function expectedIn(folder: string): Expected[] {
  const file = `${folder}/expected.json`
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Expected[]) : []
}

const textOf = (folder: string, name: string) => fs.readFileSync(`${folder}/${name}`, 'utf8')

/** Subtitles alone are no media, so they stand beside a film. */
function linkOf(input: string): string {
  const isBeside =
    TEXTS.includes(path.extname(input)) ||
    (input.endsWith('.m3u8') && textOf(`${CORPUS}/inputs`, input).includes('.vtt'))
  return `https://corpus.example/${isBeside ? `with/${input}/page` : input}`
}

async function outcomes(client: Client, link: string, file: string): Promise<Record<string, string>> {
  const ask = async (more: object): Promise<VideoInfo> => {
    const body = { tweet_url: link, ...more }
    const answer = await client.call('/api/download-video', { method: 'POST' }, body)
    return client.json(client.expectStatus(answer, 200)) as VideoInfo
  }
  const made = async (more: object, wanted = '') => {
    const found = await ask(more)
    const row = mergeOf({ ...found, formats: found.formats.filter(({ label }) => label.includes(wanted)) })
    if (row === undefined) throw new Error('no row that is made')
    const task = await client.start(row)
    await client.finished(task)
    const answer = await client.call(`/api/download/file/${task}?download=1`)
    fs.writeFileSync(file, client.expectStatus(answer, 200).body)
    return await contentOf(file)
  }
  const [info, problem] = await attempt(() => ask({}))
  if (!info) return { failed: problem }
  const { duration, chapters = [], subtitles = [], formats } = info
  const [text] = subtitles
  const choice = text && {
    subtitles: choiceText({ language: text.language, automatic: text.automatic ?? false }),
  }
  const clip = duration && {
    clip: { start: rounded(duration * PART.start), end: rounded(duration * PART.end) },
  }
  const texts = subtitles.map(({ language }) => language).join(' ') || 'none'
  return {
    length: `${duration ?? 'unknown'}`,
    rows: formats.map(({ label }) => label).join(', '),
    ...(chapters.length > 0 && {
      chapters: chapters.map(({ start, title }) => `${start} ${title}`).join(' | '),
    }),
    texts,
    ...(text && { srt: await said(async () => cues(await read(client, text.url))) }),
    ...(text && {
      txt: await said(async () => (await read(client, `${text.url}&as=txt`)).trim().replaceAll('\n', ' / ')),
    }),
    ...(choice && { inside: await said(() => made(choice)) }),
    mp3: await said(() => made({}, 'MP3')),
    ...(clip && { [`${clip.clip.start}-${clip.clip.end}`]: await said(() => made({ ...clip, ...choice })) }),
  }
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

async function attempt<T>(work: () => Promise<T>): Promise<[T, ''] | [undefined, string]> {
  try {
    return [await work(), '']
  } catch (error) {
    return [undefined, error instanceof Error ? error.message : String(error)]
  }
}

async function said(work: () => Promise<string>): Promise<string> {
  const [found, problem] = await attempt(work)
  return found ?? `FAILED ${problem}`
}

const read = async (client: Client, url: string) =>
  client.expectStatus(await client.call(url), 200).body.toString()

/** "1-3 Good morning | 4-6 …": seconds and words of SRT. */
function cues(srt: string): string {
  const blocks = srt.trim().split(/\n\n+(?=\d+\n)/)
  return blocks
    .map((block) => {
      const [, times = '', ...words] = block.split('\n')
      const span = Array.from(times.matchAll(/(\d+):(\d+):(\d+),(\d+)/g), ([, h, m, s, ms]) =>
        String(Number(h) * 3_600 + Number(m) * 60 + Number(s) + Number(ms) / 1_000),
      )
      return `${span.join('-')} ${words.join(' / ')}`
    })
    .join(' | ')
}

async function contentOf(file: string): Promise<string> {
  const entries = 'stream=codec_type:format=duration:chapter=start_time'
  const { output } = await run('ffprobe', ['-v', 'quiet', '-show_entries', entries, '-of', 'json', file])
  const { streams, format, chapters } = JSON.parse(output) as Seen
  const text = await run('ffmpeg', ['-v', 'quiet', '-nostdin', '-i', file, '-map', '0:s:0', '-f', 'srt', '-'])
  return [
    `${streams.map(({ codec_type: kind }) => kind).join(' ')} ${Number(format.duration).toFixed(2)}`,
    ...(chapters.length > 0 ? [`chapters ${chapters.map((one) => Number(one.start_time)).join(' ')}`] : []),
    ...(text.code === 0 ? [cues(text.output)] : []),
  ].join('; ')
}

type Seen = {
  streams: { codec_type: string }[]
  format: { duration: string }
  chapters: { start_time: string }[]
}
