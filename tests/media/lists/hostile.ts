const hls = (...lines: string[]) => ['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n')
const many = (count: number, text: string) => text.repeat(count)
const mpd = (inner: string) => `<MPD type="static" mediaPresentationDuration="PT3600S">${inner}</MPD>`
const film = (segments: string) =>
  mpd(
    `<Period><AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1">${segments}</Representation></AdaptationSet></Period>`,
  )
const timeline = (segments: string, attributes = '') =>
  film(
    `<SegmentTemplate media="$Number$" ${attributes}><SegmentTimeline>${segments}</SegmentTimeline></SegmentTemplate>`,
  )
const template = (attributes: string, media = '$Number$') =>
  film(`<SegmentTemplate media="${media}" ${attributes}/>`)
const bases = (level: number) =>
  Array.from(
    { length: 120 },
    (_, index) => `<BaseURL>https://h${index}.example/${'p'.repeat(level)}/</BaseURL>`,
  ).join('')

/** Lists that once took minutes or gigabytes in a published reader, each with the right outcome. */
export const hostile: Record<string, [text: string, outcome: string]> = {
  'a million segments': [hls(many(1_000_000, '#EXTINF:1,\na\n')), 'too_big'],
  'sixteen megabytes of blank lines': [hls(many(16_000_000, '\n')), 'no_media'],
  'quotes in one attribute': [hls(many(1_000, `#EXT-X-KEY:METHOD=${many(16_000, '"')}\n`)), 'drm'],
  'open quotes in attributes': [hls(many(1_000, `#EXT-X-MAP:${many(4_000, 'A="')}\n`)), 'source_failed'],
  'uses of a long variable': [
    hls(`#EXT-X-DEFINE:NAME="a",VALUE="${many(7_000, 'a')}"`, many(19_000, '{$a}\n')),
    'too_big',
  ],
  'variables that multiply': [
    hls(
      '#EXT-X-DEFINE:NAME="v0",VALUE="aaaaaaaaaa"',
      ...Array.from(
        { length: 8 },
        (_, level) => `#EXT-X-DEFINE:NAME="v${level + 1}",VALUE="${many(10, `{$v${level}}`)}"`,
      ),
      '{$v8}',
    ),
    'too_big',
  ],
  'thousands of variables': [hls(many(20_000, '#EXT-X-DEFINE:NAME="a",VALUE="b"\n')), 'no_media'],
  'names of built-in properties': [
    hls(
      '#EXT-X-KEY:__proto__="a",constructor="b",METHOD=NONE',
      '#EXT-X-DEFINE:NAME="__proto__",VALUE="c"',
      'a',
    ),
    'read',
  ],
  'a discontinuity before each segment': [hls(many(19_000, '#EXT-X-DISCONTINUITY\na\n')), 'read'],
  'a segment that repeats two billion times': [timeline('<S d="1" r="2000000000"/>'), 'too_big'],
  'a repeat to the end in a fine clock': [timeline('<S d="1" r="-1"/>', 'timescale="1000000000"'), 'too_big'],
  'segments without length': [timeline('<S d="0" r="-1"/>'), 'source_failed'],
  'segments of a nanosecond': [template('duration="1" timescale="1000000000"'), 'too_big'],
  'a very wide number': [template('duration="600"', '$Number%0200000000d$'), 'too_big'],
  'addresses on each level': [
    `<MPD mediaPresentationDuration="PT60S">${bases(1)}<Period>${bases(2)}<AdaptationSet mimeType="video/mp4">${bases(3)}<Representation id="v">${bases(4)}<SegmentTemplate media="$Number$" duration="1"/></Representation></AdaptationSet></Period></MPD>`,
    'read',
  ],
  'addresses that go up again': [
    film(
      `${bases(1)}<SegmentTemplate media="${many(1_600, 'a/../')}$Number$" duration="0.2" endNumber="18000"/>`,
    ),
    'too_big',
  ],
  'addresses of a long id': [
    film(
      `<SegmentTemplate media="${many(7_000, 'a')}$Number$" initialization="${many(900, '$RepresentationID$')}" duration="0.2"/>`,
    ).replace('id="v"', `id="${many(8_000, 'v')}"`),
    'too_big',
  ],
  'addresses of escaped signs': [template('duration="0.2"', `${many(4_050, '$$')}$Number$`), 'too_big'],
  'descriptions of a set that each track repeats': [
    mpd(
      `<Period><AdaptationSet>${many(90_000, '<Role value="a"/>')}${many(490, '<Representation id="v"><BaseURL>a</BaseURL></Representation>')}</AdaptationSet></Period>`,
    ),
    'read',
  ],
  'thousands of periods': [mpd(many(12_000, '<Period duration="PT1S"/>')), 'too_big'],
  'thousands of representations': [
    mpd(`<Period><AdaptationSet>${many(50_000, '<Representation id="v"/>')}</AdaptationSet></Period>`),
    'too_big',
  ],
  'a million elements': [mpd(many(1_000_000, '<AdaptationSet/>')), 'too_big'],
  'deep elements': [many(100_000, '<a>'), 'too_big'],
  'open comments': [many(500_000, '<!--'), 'source_failed'],
  'open tags': [many(2_000_000, '<'), 'source_failed'],
  'an open attribute': [`<MPD a="${many(8_000_000, 'a')}`, 'source_failed'],
  'a bomb of entities': [
    `<!DOCTYPE MPD [<!ENTITY a "${many(1_000, 'a')}">]><MPD>${many(1_000, '&a;')}</MPD>`,
    'source_failed',
  ],
}
