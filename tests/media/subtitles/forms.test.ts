import { expect, test } from 'vitest'
import { readSubtitles } from '#media/subtitles/read.ts'

type Times = [start: number, text: string][]

const T = '00:00:01,000 --> 00:00:02,000',
  U = '00:00:03,000 --> 00:00:04,000'
const srt = (a: string, b = 'two') => `1\n${T}\n${a}\n\n2\n${U}\n${b}\n`
const vtt = (a: string, head = '', set = '') =>
  `WEBVTT\n${head}\n00:00:01.000 --> 00:00:02.000${set}\n${a}\n\n00:00:03.000 --> 00:00:04.000\ntwo\n`
const ass = (...l: string[]) =>
  `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${l.map((x) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${x}`).join('\n')}\n`
const ttml = (body: string, root = '') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${root}><head><styling><style xml:id="s"/></styling><layout><region xml:id="r"/></layout></head><body><div>${body}</div></body></tt>`
const E2: Times = [
  [1, 'one'],
  [3, 'two'],
]
const with1 = (a: string): Times => [
  [1, a],
  [3, 'two'],
]

// Shaped after reports to yt-dlp, youtube-dl, pysubs2, Subtitle Edit, pysrt, srt (cdown) and AntennaPod.
const rows: [name: string, text: string, expected: Times][] = [
  ['srt cr only', srt('one').replaceAll('\n', '\r'), E2],
  ['srt double cr', srt('one').replaceAll('\n', '\r\r\n'), E2],
  ['srt no blank lines', `1\n${T}\none\n2\n${U}\ntwo\n`, E2],
  ['srt no blank, no number', `${T}\none\n${U}\ntwo\n`, E2],
  ['srt number text', srt('500'), with1('500')],
  ['srt blank then number text', srt('all the stuff\n\n500'), with1('all the stuff|500')],
  ['srt blank line in text', srt('one\n\n\nmore'), with1('one|more')],
  ['srt blank after time', `1\n${T}\n\none\n\n2\n${U}\n\ntwo\n`, E2],
  ['srt blank before time', `1\n\n${T}\none\n\n2\n\n${U}\ntwo\n`, E2],
  [
    'srt empty cues',
    `1\n${T}\none\n\n393\n00:00:00,00 --> 00:00:00,00\n\n394\n00:00:00,00 --> 00:00:00,00\n\n2\n${U}\ntwo\n`,
    E2,
  ],
  ['srt no fraction', srt('one').replaceAll(',000', ''), E2],
  ['srt colon millis', srt('one').replaceAll(',', ':'), E2],
  ['srt missing hours', srt('one').replaceAll('00:00:0', '00:0'), E2],
  ['srt single digits', srt('one').replaceAll('00:00:0', '0:0:'), E2],
  ['srt spaces in time', srt('one').replaceAll('00:00:', '00: 00: '), E2],
  ['srt spaces before comma', srt('one').replaceAll(',', ' ,'), E2],
  ['srt short arrow', srt('one').replaceAll(' --> ', ' -> '), E2],
  ['srt escaped arrow', srt('one').replaceAll('-->', '--&gt;'), E2],
  ['srt coordinates', srt('one').replace(T, T + ' X1:100 X2:200 Y1:10 Y2:20'), E2],
  [
    'srt negative',
    `1\n-00:00:01,000 --> 00:00:02,000\none\n\n2\n${U}\ntwo\n`,
    [
      [0, 'one'],
      [3, 'two'],
    ],
  ],
  ['srt reversed', `1\n00:00:01,000 --> 00:00:00,500\none\n\n2\n${U}\ntwo\n`, E2],
  ['srt zero length', `1\n00:00:01,000 --> 00:00:01,000\none\n\n2\n${U}\ntwo\n`, E2],
  ['srt unordered', `2\n${U}\ntwo\n\n1\n${T}\none\n`, E2],
  ['srt an8', srt('{\\an8}one'), E2],
  ['srt font', srt('<font color="#ffffff" face=\'x\'>one</font>'), E2],
  ['srt heart', srt('I <3 you'), with1('I <3 you')],
  ['srt less', srt('a < b > c'), with1('a < b > c')],
  ['srt br', srt('one<br>more'), with1('one|more')],
  ['srt backslash N', srt('one\\Nmore'), with1('one|more')],
  ['srt number with rtl mark', `\u200f1\n${T}\none\n\u200f2\n${U}\ntwo\n`, E2],
  ['srt header junk', 'junk\n\n' + srt('one'), E2],
  ['srt script', srt('<script>alert(1)</script>one'), with1('alert(1)one')],
  ['vtt note', vtt('one', '\nNOTE this\nand that\n'), E2],
  ['vtt style', vtt('one', '\nSTYLE\n::cue { color: red }\n'), E2],
  ['vtt header kind', vtt('one', 'Kind: captions\nLanguage: en\n'), E2],
  ['vtt settings', vtt('one', '', ' align:start position:10% line:0 region:fred'), E2],
  ['vtt voice', vtt('<v Mary Ann>one</v>'), E2],
  ['vtt timestamps', vtt('<00:00:01.000><c>one</c>'), E2],
  ['vtt lrm', vtt('&lrm;one&rlm;'), with1('\u200eone\u200f')],
  ['vtt comma times', vtt('one').replaceAll('.000', ',000'), E2],
  ['vtt an8', vtt('{\\an8}one'), E2],
  ['ass newline', ass('one\\Nmore'), [[1, 'one|more']]],
  ['ass hard space', ass('a\\hb'), [[1, 'a b']]],
  ['ass drawing', ass('{\\p1}m 0 0 l 100 0 100 100{\\p0}', 'one'), [[1, 'one']]],
  ['ass drawing tail', ass('one{\\an7\\p4}m 0 0 l 1 1'), [[1, 'one']]],
  ['ass pbo no drawing', ass('{\\pbo50}one'), [[1, 'one']]],
  ['ass comma text', ass('a, b, c'), [[1, 'a, b, c']]],
  ['ass layers', ass('one', 'one'), [[1, 'one']]],
  [
    'ass no format',
    '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,one\n',
    [[1, 'one']],
  ],
  [
    'ssa marked',
    '[Script Info]\nScriptType: v4.00\n[V4 Styles]\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,one\n',
    [[1, 'one']],
  ],
  ['ass bom comment', '\ufeff; a comment\n' + ass('one'), [[1, 'one']]],
  [
    'srv1',
    '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="1" dur="1">it&amp;#39;s &amp;quot;one&amp;quot;</text><text start="3">two</text></transcript>',
    with1('it\'s "one"'),
  ],
  [
    'srv2',
    '<?xml version="1.0"?><timedtext><text t="1000" d="1000" w="1">one</text><text t="3000" d="900" append="1">two</text></timedtext>',
    E2,
  ],
  [
    'srv3',
    '<?xml version="1.0"?><timedtext format="3"><head><pen id="1"/></head><body><w t="0" id="1"/><p t="1000" d="1000" w="1"><s ac="1">o</s><s t="3">ne</s></p><p t="2990" d="100" w="1" a="1">\n</p><p t="3000" d="1000"><s p="1">two</s></p></body></timedtext>',
    E2,
  ],
  [
    'json3',
    JSON.stringify({
      wireMagic: 'pb3',
      events: [
        { tStartMs: 0, dDurationMs: 9e5, id: 1 },
        { tStartMs: 1000, dDurationMs: 1000, segs: [{ utf8: 'o' }, { utf8: 'ne', tOffsetMs: 3 }] },
        { tStartMs: 2990, aAppend: 1, segs: [{ utf8: '\n' }] },
        { tStartMs: 3000, segs: [{ utf8: 'two' }] },
      ],
    }),
    E2,
  ],
  [
    'transcript strings',
    JSON.stringify({
      segments: [
        { startTime: '1.0', endTime: '2', body: 'one' },
        { startTime: '00:00:03.500', body: 'two' },
      ],
    }),
    [
      [1, 'one'],
      [3.5, 'two'],
    ],
  ],
  [
    'whisper',
    JSON.stringify({
      text: 'x',
      segments: [
        { id: 0, start: 1, end: 2, text: ' one' },
        { start: 3.5, end: 4, text: ' two' },
      ],
    }),
    [
      [1, 'one'],
      [3.5, 'two'],
    ],
  ],
  [
    'bilibili',
    JSON.stringify({
      font_size: 0.4,
      body: [
        { from: 1, to: 2, content: 'one' },
        { from: 3.5, to: 4, content: 'two' },
      ],
    }),
    [
      [1, 'one'],
      [3.5, 'two'],
    ],
  ],
  [
    'json array',
    JSON.stringify([
      { start: 1, end: 2, text: 'one' },
      { start: 3.5, end: 4, text: 'two' },
    ]),
    [
      [1, 'one'],
      [3.5, 'two'],
    ],
  ],
  [
    'ttml multiplier',
    ttml('<p begin="24f" end="48f">one</p>', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"'),
    [[1.001, 'one']],
  ],
  [
    'ttml ticks',
    ttml('<p begin="10000000t" end="20000000t">one</p>', 'ttp:tickRate="10000000"'),
    [[1, 'one']],
  ],
  ['ttml no end', ttml('<p begin="1s">one</p><p begin="3s">two</p>'), E2],
  [
    'ttml div begin',
    ttml('<p begin="1s" end="2s">one</p>').replace('<div>', '<div begin="10s">'),
    [[11, 'one']],
  ],
  [
    'ttml seq',
    ttml('<p dur="1s">one</p><p dur="1s">two</p>').replace('<div>', '<div begin="1s" timeContainer="seq">'),
    [
      [1, 'one'],
      [2, 'two'],
    ],
  ],
  [
    'ttml timed spans',
    ttml('<p><span begin="1s" end="2s">one</span><span begin="3s" end="4s">two</span></p>'),
    E2,
  ],
  [
    'ttml span tail',
    ttml(
      '<p begin="1s" end="2s">&gt;&gt; <span tts:fontStyle="italic">Tonight on</span> Frontline, <span>they<br/>\n  live.</span></p>',
    ),
    [[1, '>> Tonight on Frontline, they|live.']],
  ],
  [
    'ttml pretty',
    ttml('\n<p begin="1s" end="2s">\n   one\n   more\n  <br/>\n  last\n</p>\n'),
    [[1, 'one more|last']],
  ],
  [
    'ttml br pair',
    ttml('<p begin="1s" end="2s"><span>one</span><br></br><span>more</span></p>'),
    [[1, 'one|more']],
  ],
  ['ttml preserve', ttml('<p begin="1s" end="2s" xml:space="preserve">one\nmore</p>'), [[1, 'one|more']]],
  [
    'ttml metadata',
    ttml('<p begin="1s" end="2s"><metadata><ttm:title>x</ttm:title></metadata>one</p>'),
    [[1, 'one']],
  ],
  ['ttml cdata', ttml('<p begin="1s" end="2s"><![CDATA[a < b & c]]></p>'), [[1, 'a < b & c']]],
  ['ttml comment', ttml('<p begin="1s" end="2s">o<!-- a > b -->ne</p>'), [[1, 'one']]],
  ['ttml bare seconds', ttml('<p begin="1" end="2">one</p>'), [[1, 'one']]],
  ['ttml single quotes', ttml("<p begin='1s' end='2s'>one</p>"), [[1, 'one']]],
  ['ttml untimed', ttml('<p>never</p><p begin="3s" end="4s">two</p>'), [[3, 'two']]],
  ['ttml reversed', ttml('<p begin="5s" end="4s">never</p><p begin="3s" end="4s">two</p>'), [[3, 'two']]],
  [
    'sami',
    '<SAMI>\n<HEAD><STYLE TYPE="text/css"><!--\nP { margin: 0 }\n.ENCC { Name: English; lang: en-US; }\n--></STYLE></HEAD>\n<BODY>\n<SYNC Start=1000><P Class=ENCC>one\n<SYNC Start=2000><P Class=ENCC>&nbsp;\n<SYNC Start=3000><P Class=ENCC>two\n<SYNC Start=4000><P Class=ENCC>&nbsp;\n</BODY></SAMI>',
    E2,
  ],
  [
    'sami two languages',
    '<SAMI><BODY><SYNC Start=1000><P Class=ENCC>one<br>more<P Class=KRCC>하나<SYNC Start=2000><P Class=ENCC>&nbsp;<P Class=KRCC>&nbsp;</BODY></SAMI>',
    [[1, 'one|more']],
  ],
  [
    'microdvd',
    '{1}{1}25\n{25}{50}one\n{75}{100}{y:i}two|more\n',
    [
      [1, 'one'],
      [3, 'two|more'],
    ],
  ],
  ['microdvd no rate', '{24}{48}one\n', [[1.001, 'one']]],
  [
    'mpl2',
    '[10][20] one\n[30][40] /two|/more\n',
    [
      [1, 'one'],
      [3, 'two|more'],
    ],
  ],
  ['lrc', '[ti:x]\n[ar:y]\n[00:01.00]one\n[00:03.00]two\n', E2],
  [
    'lrc repeated',
    '[00:01.00][00:03.00]one\n',
    [
      [1, 'one'],
      [3, 'one'],
    ],
  ],
  ['lrc words', '[00:01.00]<00:01.00>o<00:01.20>ne\n[00:03.00]two', E2],
  [
    'subviewer',
    '[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n[SUBTITLE]\n00:00:01.00,00:00:02.00\none[br]more\n\n00:00:03.00,00:00:04.00\ntwo\n',
    [
      [1, 'one|more'],
      [3, 'two'],
    ],
  ],
  ['xml other', '<?xml version="1.0"?><i><d p="1,1">x</d></i>', []],
]

test.each(rows)('reads %s', (_, text, expected) => {
  const found = readSubtitles(text) ?? []
  expect(found.map(({ start, lines }) => [Math.round(start * 1_000) / 1_000, lines.join('|')])).toEqual(
    expected,
  )
})
