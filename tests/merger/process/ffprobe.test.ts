import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { firstParts } from '../../../merger/extract/probe/first-segment.ts'
import { probeHead } from '../../../merger/process/ffprobe.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'looks-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const PICTURE = '-f lavfi -i testsrc2=size=320x180:rate=25:duration=4'
const SOUND = '-f lavfi -i sine=frequency=440:duration=4'
const make = (name: string, options: string) => {
  const file = path.join(folder, name)
  execFileSync('ffmpeg', [...`-v error -nostdin -y ${options}`.split(' '), file])
  return fs.readFileSync(file)
}
const seen = (bytes: Buffer, ffprobe = 'ffprobe') =>
  probeHead(bytes.subarray(0, 65_536), bytes.length, {
    ffprobe,
    python: '/usr/bin/python3',
    signal: new AbortController().signal,
  })

test.for([
  ['x.avi', '-c:v mpeg4 -c:a libmp3lame', ['mpeg4', 'mp3'], 4],
  ['x.flv', '-c:v flv1 -c:a libmp3lame', ['flv1', 'mp3'], 4],
  ['x.wmv', '-c:v wmv2 -c:a wmav2', ['wmv2', 'wmav2'], 4],
  ['x.ts', '-c:v mpeg2video -c:a mp2', ['mpeg2video', 'mp2'], null],
  ['x.mpg', '-c:v mpeg2video -c:a mp2', ['mpeg2video', 'mp2'], null],
] as const)(
  'ffprobe reads the streams of %s from its first bytes',
  async ([name, options, codecs, seconds]) => {
    const facts = await seen(make(name, `${PICTURE} ${SOUND} ${options}`))
    expect(facts?.tracks.map(({ codec }) => codec).toSorted()).toEqual([...codecs].toSorted())
    expect(facts?.tracks.find(({ kind }) => kind === 'video')).toMatchObject({ width: 320, height: 180 })
    if (seconds) expect(facts?.duration).toBeCloseTo(seconds, 0)
    else expect(facts?.duration).toBeNull()
  },
)

test.for([
  ['x.flac', '-c:a flac', 'flac'],
  ['x.wav', '-c:a pcm_s16le', 'pcm_s16le'],
  ['tagged.wav', '-c:a pcm_s24le -write_bext 1', 'pcm_s24le'],
] as const)('ffprobe reads the duration of %s from its first bytes', async ([name, options, codec]) => {
  const facts = await seen(make(name, `${SOUND} ${options}`))
  expect(facts).toMatchObject({ isAll: true, tracks: [{ kind: 'audio', codec }] })
  expect(facts?.duration).toBeCloseTo(4, 1)
})

test('ffprobe finds only an audio track in an AAC stream', async () => {
  const facts = await seen(make('x.aac', `${SOUND} -c:a aac`))
  expect(facts).toMatchObject({ isAll: true, tracks: [{ kind: 'audio', codec: 'aac' }] })
})

test('probes neither unknown bytes nor local files', async () => {
  const list = '#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'
  for (const bytes of [list, 'ffconcat version 1.0\nfile /etc/passwd\n', '', 'x'.repeat(70_000)])
    expect(await seen(Buffer.from(bytes))).toBeUndefined()
})

test('returns undefined without the ffprobe program', async () => {
  expect(await seen(fs.readFileSync(path.join(folder, 'x.aac')), 'no-such-program')).toBeUndefined()
})

const ADDRESS = 'https://media.example/a/list.m3u8?token=1'
test('firstParts reads a playlist that is cut off within an address', () => {
  const text = `#EXTM3U\n#EXTINF:4,\n1.ts\n${'#EXTINF:4,\n2.ts\n'.repeat(5_000)}`.slice(0, 64 * 1024)
  expect(firstParts(text, ADDRESS)).toMatchObject([{ urls: ['https://media.example/a/1.ts'] }])
})

test.each(['', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8'])(
  'firstParts refuses other texts',
  (text) => expect(() => firstParts(text, ADDRESS)).toThrow(Failure),
)

test.for([
  [
    'plain segments',
    '#EXTM3U\r\n#EXTINF:4,\r\n1.ts?x=1\r\n#EXTINF:4,\r\n2.ts',
    [['https://media.example/a/1.ts?x=1', 0, null]],
  ],
  [
    'byte ranges',
    '#EXTM3U\n#EXT-X-BYTERANGE:500@100\n#EXTINF:4,\n/all.ts',
    [['https://media.example/all.ts', 100, 500]],
  ],
  [
    'an initialization section',
    '#EXTM3U\n#EXT-X-MAP:URI="init.mp4",BYTERANGE="800@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:500@800\nx.mp4',
    [
      ['https://media.example/a/init.mp4', 0, 800],
      ['https://media.example/a/x.mp4', 800, 500],
    ],
  ],
  [
    'METHOD=NONE, which means no encryption',
    '#EXTM3U\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\n1.ts',
    [['https://media.example/a/1.ts', 0, null]],
  ],
] as const)('firstParts finds the first segment of a playlist with %s', ([, playlist, parts]) => {
  const found = firstParts(playlist, ADDRESS)
  expect(found.map(({ urls: [url], range }) => [url, range?.start ?? 0, range?.length ?? null])).toEqual(
    parts,
  )
})

test('runs at most two of ten concurrent calls at a time', async () => {
  const bytes = make('ten.avi', `${PICTURE} -c:v mpeg4`)
  const running = () =>
    fs.readdirSync('/proc').filter((pid) => {
      try {
        const [parent, name] = [
          /^PPid:\t(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
          fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
        ]
        return parent === String(process.pid) && name.includes('ffprobe')
      } catch {
        return false
      }
    }).length
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, running())), 5)
  const options = { ffprobe: 'ffprobe', python: '/usr/bin/python3', signal: AbortSignal.timeout(60_000) }
  const all = await Promise.all(Array.from({ length: 10 }, () => probeHead(bytes, bytes.length, options)))
  clearInterval(watching)
  expect(all.map((facts) => facts?.tracks.length)).toEqual(Array.from({ length: 10 }, () => 1))
  expect(most).toBe(2)
})

/** A transport stream (ISO/IEC 13818-1) with one stream of a type that ffmpeg does not know: MPEG-H sound. */
function mpegH(): Buffer {
  const section = (bytes: number[]) => {
    const body = Buffer.from(bytes)
    let crc = 0xffffffff
    for (const byte of body)
      for (let bit = 7; bit >= 0; bit--)
        crc = ((crc << 1) ^ (((crc >>> 31) ^ (byte >> bit)) & 1 ? 0x04c11db7 : 0)) >>> 0
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc)
    return Buffer.concat([Buffer.from([0]), body, sum])
  }
  const packet = (pid: number, payload: Buffer) =>
    Buffer.concat([
      Buffer.from([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10]),
      payload,
      Buffer.alloc(188, 0xff),
    ]).subarray(0, 188)
  const programs = section([0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 0])
  const streams = section([2, 0xb0, 18, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, 0x2d, 0xe1, 0, 0xf0, 0])
  const sound = Buffer.from([0, 0, 1, 0xc0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1, 1, 2, 3, 4])
  const packets = [packet(0, programs), packet(0x1000, streams), packet(0x100, sound)]
  return Buffer.concat(Array.from({ length: 30 }, () => packets).flat())
}

test('ffprobe reports streams that ffmpeg cannot read as no sound', async () => {
  expect(await seen(mpegH())).toMatchObject({ isAll: true, tracks: [] })
})
