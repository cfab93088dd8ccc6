import type { Row } from './format-row.ts'

/** A direct file is kept beside a merge of about the same rate: it needs no waiting. */
const ABOUT_THE_SAME = 0.85

/** One row for each kind, height, container and language; mirrors and lesser codecs go. */
export function withoutTwins(rows: Row[]): Row[] {
  const best = new Map<string, Row>()
  for (const row of rows) {
    const quality = row.group === 'audio' ? row.key : `${row.height ?? '?'}:${row.hdr}`
    const identity = [row.group, quality, row.container, row.language ?? '', row.converted ?? ''].join(':')
    const known = best.get(identity)
    if (!known || isBetter(row, known)) best.set(identity, row)
  }
  return [...best.values()].filter(
    (row, _, rows) => row.abr !== null || !rows.some((other) => isKnownTwin(row, other)),
  )
}

/** A sound of unknown rate says nothing beside one of the same kind whose rate is known. */
function isKnownTwin(row: Row, other: Row): boolean {
  const isSound = row.group === 'audio' && other.group === 'audio' && other.abr !== null && !other.converted
  return isSound && other.container === row.container && other.language === row.language
}

function isBetter(row: Row, known: Row): boolean {
  // What is no H.264 loses; a site that does not say is not counted as another codec.
  if (row.container === 'mp4' && row.codec && known.codec && row.codec !== known.codec)
    if (row.codec === 'avc1' || known.codec === 'avc1') return row.codec === 'avc1'
  if (row.make.by !== known.make.by) {
    const [direct, plan] = row.make.by === 'link' ? [row, known] : [known, row]
    const keepsDirect = direct.tbr === null || plan.tbr === null || direct.tbr >= plan.tbr * ABOUT_THE_SAME
    return keepsDirect === (row === direct)
  }
  const isExact = (one: Row) => one.size.bytes !== null && !one.size.about
  if (isExact(row) !== isExact(known)) return isExact(row)
  return (row.tbr ?? 0) >= (known.tbr ?? 0)
}

const GROUPS = ['both', 'video', 'audio']
const CONTAINERS = ['mp4', 'webm', 'mkv']

/** With sound, without, audio; within them the tallest first, and what plays everywhere before the rest. */
export function order(rows: Row[]): Row[] {
  const place = (list: string[], one: string) => (list.includes(one) ? list.indexOf(one) : list.length)
  return rows.toSorted(
    (a, b) =>
      place(GROUPS, a.group) - place(GROUPS, b.group) ||
      Number(a.converted ?? false) - Number(b.converted ?? false) ||
      Number(!a.original) - Number(!b.original) ||
      (b.height ?? 0) - (a.height ?? 0) ||
      place(CONTAINERS, a.container) - place(CONTAINERS, b.container) ||
      (b.abr ?? 0) - (a.abr ?? 0),
  )
}

/** Marks the one we would take: the largest H.264 MP4 with sound up to 1080p, else what comes nearest to it. */
export function suggest(rows: Row[]): Row[] {
  const complete = rows.filter((row) => row.group === 'both' && row.original)
  const modest = complete.filter((row) => (row.height ?? 0) <= 1_080)
  const chosen =
    modest.find((row) => row.container === 'mp4' && (row.codec === 'avc1' || row.codec === null)) ??
    modest.find((row) => row.container === 'mp4') ??
    modest[0] ??
    complete.at(-1) ??
    rows.find((row) => row.group === 'audio') ??
    rows[0]
  return rows.map((row) => (row === chosen ? { ...row, suggested: true } : row))
}
