import { describe, expect, test } from 'vitest'
import type { RequiredProperties } from '../../../../merger/merge/proof/verify.ts'
import { AUDIO_ONLY, reasonFor, verifyBytes } from '../lib/proofs.ts'

/** Builds an EBML element (RFC 8794) with a size field of eight bytes. `id` is in hexadecimal digits. */
function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeUInt32BE(body.length, 4)
  size[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const text = (value: string) => Buffer.from(value, 'latin1')
function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
const offset = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const header = (kind: string, id = '1a45dfa3') => element(id, element('4282', text(kind)))
/** The duration is in milliseconds, because the default timestamp scale is one million nanoseconds. */
const info = (milliseconds: number) => element('1549a966', element('4489', float(milliseconds)))
const tracks = element(
  '1654ae6b',
  element('ae', element('83', Buffer.from([2])), element('86', text('A_OPUS'))),
)
const cueTime = element('b3', Buffer.from([0]))
const cuePoint = (position: number) => element('bb', cueTime, element('b7', element('f1', offset(position))))
const cues = (...points: Buffer[]) => element('1c53bb6b', ...points)
const cluster = element('1f43b675', element('e7', Buffer.from([0])), Buffer.alloc(200))
const segment = (...content: Buffer[]) => element('18538067', ...content)

const webm: RequiredProperties = { ...AUDIO_ONLY, container: 'webm' }
const mkv: RequiredProperties = { ...AUDIO_ONLY, container: 'mkv' }

/** Position of the cluster in the segment when the index has one cue point. */
const CLUSTER_AT = Buffer.concat([info(2_000), tracks, cues(cuePoint(0))]).length
/** Builds a WebM file of two seconds. Its index has one entry, which points at `position`. */
const indexedAt = (position: number, after = Buffer.alloc(0)) =>
  Buffer.concat([header('webm'), segment(info(2_000), tracks, cues(cuePoint(position)), cluster, after)])

describe('`verify` accepts a complete WebM or Matroska file', () => {
  const proof = { container: 'webm', audio_codec: 'opus', video_codec: null, duration: 2 }

  test('accepts an index that points at the first cluster', async () =>
    expect(await verifyBytes(indexedAt(CLUSTER_AT), webm)).toMatchObject(proof))

  test('accepts an index that points at the last byte', async () => {
    const [whole, start] = [indexedAt(CLUSTER_AT), Buffer.concat([header('webm')]).length + 12]
    expect(await verifyBytes(indexedAt(whole.length - start - 1), webm)).toMatchObject(proof)
  })

  test('reads only cue points with a cluster position', async () => {
    const outside = element('ec', cueTime, element('b7', element('f1', offset(9_999_999))))
    const bare = [element('bb', cueTime), element('bb', cueTime, element('b7', element('f7')))]
    const added = Buffer.concat([outside, ...bare]).length
    const index = cues(outside, ...bare, cuePoint(CLUSTER_AT + added))
    const bytes = Buffer.concat([header('webm'), segment(info(2_000), tracks, index, cluster)])
    expect(await verifyBytes(bytes, webm)).toMatchObject(proof)
  })

  test('takes the duration of a stream without its own from the file', async () => {
    const lasting = (seconds: number) => ({ ...webm, audio: { seconds, slack: 0.1 } })
    const bytes = indexedAt(CLUSTER_AT)
    expect(await verifyBytes(bytes, lasting(2))).toMatchObject(proof)
    expect(await reasonFor(bytes, lasting(1))).toBe('audio lasts 2.00 s, its source 1.00 s')
    expect(await reasonFor(bytes, lasting(3))).toBe('audio lasts 2.00 s, its source 3.00 s')
  })
})

describe('`verify` refuses an invalid WebM or Matroska file', () => {
  const whole = indexedAt(CLUSTER_AT)
  const body = whole.subarray(header('webm').length)
  const all = (...content: Buffer[]) => Buffer.concat([header('webm'), segment(...content)])
  const index = cues(cuePoint(CLUSTER_AT))

  test.each<[string, Buffer, RequiredProperties, string]>([
    ['that is a WebM file instead of a Matroska file', whole, mkv, 'not matroska'],
    [
      'that is a Matroska file instead of a WebM file',
      Buffer.concat([header('matroska'), body]),
      webm,
      'not webm',
    ],
    ['without a header', body, webm, 'not webm'],
    ['with another element than a header', Buffer.concat([header('webm', 'ec'), body]), webm, 'not webm'],
    ['with a header without a type', Buffer.concat([element('1a45dfa3'), body]), webm, 'not webm'],
    ['that is empty', Buffer.alloc(0), webm, 'not webm'],
    [
      'that ends after its header',
      header('webm'),
      webm,
      `the segment ends at undefined, the file at ${header('webm').length}`,
    ],
    [
      'with another element than a segment',
      Buffer.concat([header('webm'), element('ec', body.subarray(12))]),
      webm,
      `the segment ends at ${whole.length - 3}, the file at ${whole.length - 3}`,
    ],
    ['without a duration', all(tracks, index, cluster), webm, 'no duration'],
    ['with a duration of zero', all(info(0), tracks, index, cluster), webm, 'no duration'],
    ['without a cluster', all(info(2_000), tracks, index), webm, 'no cluster near the start'],
    ['without an index', all(info(2_000), tracks, cluster), webm, 'no index before the media'],
    [
      'with its index after the media',
      all(info(2_000), tracks, cluster, index),
      webm,
      'no index before the media',
    ],
    [
      'with an empty index',
      all(info(2_000), tracks, cues(), cluster),
      webm,
      'the index points outside the media',
    ],
    [
      'whose index points before the media',
      indexedAt(CLUSTER_AT - 1),
      webm,
      'the index points outside the media',
    ],
    [
      'whose index points at the end of the file',
      indexedAt(body.length - 12),
      webm,
      'the index points outside the media',
    ],
    ['whose index points behind the file', indexedAt(9_999_999), webm, 'the index points outside the media'],
  ])('%s', async (_, bytes, required, reason) => expect(await reasonFor(bytes, required)).toBe(reason))

  test('refuses a cluster 1 MiB behind the index reserve', async () => {
    const late = Buffer.concat([element('ec', Buffer.alloc(1024 ** 2))])
    const at = CLUSTER_AT + late.length
    const bytes = all(info(2_000), tracks, cues(cuePoint(at)), late, cluster)
    expect(await reasonFor(bytes, webm)).toBe('no cluster near the start')
    expect(await verifyBytes(bytes, { ...webm, indexReserve: 1_000 })).toMatchObject({ duration: 2 })
  })
})
