import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { python } from '../../python.ts'
import { mpd, period, read, template } from '../../media/lists/mpd.ts'

const timeline = (segments: string, attributes = '') =>
  template(`timescale="10" ${attributes}`, `<SegmentTimeline>${segments}</SegmentTimeline>`)

const manifests: [what: string, text: string, seconds: number][] = [
  ['states its length', mpd(period(template('duration="4"'))), 12],
  ['lists less than it states', mpd(period(timeline('<S d="40" r="1"/>'))), 8],
  ['lists more than it states', mpd(period(timeline('<S d="40" r="4"/>'))), 20],
  ['ends with a number', mpd(period(timeline('<S d="40" r="9"/>', 'startNumber="3" endNumber="4"'))), 8],
  ['lists more than its only period', mpd(period(timeline('<S d="40" r="1"/>'), 'duration="PT5S"')), 8],
  ['repeats to its end', mpd(period(timeline('<S d="40" r="-1"/>'))), 12],
  [
    'shows a part of a period',
    mpd(
      period(timeline('<S d="40" r="1"/>'), 'duration="PT5S"') +
        period(timeline('<S d="40" r="0"/>'), 'duration="PT4S"'),
    ),
    9,
  ],
  [
    'lists the segments of one period',
    mpd(period(timeline('<S d="40"/>'), 'duration="PT4S"') + period(template('duration="4"'))),
    12,
  ],
]

const program = `
import json, sys
from xml.etree.ElementTree import fromstring
sys.path.insert(0, sys.argv[1])
from manifests.dash import duration_of
json.dump([duration_of(fromstring(each)) for each in json.load(sys.stdin)], sys.stdout)
`
const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')
const onPage = JSON.parse(
  execFileSync(python, ['-c', program, folder], {
    input: JSON.stringify(manifests.map(([, text]) => text)),
  }).toString(),
) as (number | null)[]

test.each(manifests.map((one, at) => [...one, onPage[at]] as const))(
  'the page states the seconds of the file for a manifest that %s',
  (_, text, seconds, stated) => {
    expect([stated, read(text).expected?.seconds]).toEqual([seconds, seconds])
  },
)
