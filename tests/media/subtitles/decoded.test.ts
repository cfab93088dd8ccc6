import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { decoded } from '#media/subtitles/decoded.ts'
import { heapGrowth } from '../../heap-growth.ts'

const around = (line: string) => `1\n00:00:01,000 --> 00:00:03,000\n${line}\n`
const JAPANESE = 'こんにちは、元気ですか'
const CHINESE = '我不是你的朋友，他是一个好人，你在这里做什么'
const TRADITIONAL = '我不是你的朋友，這是一個好人，你在那裡嗎'

const CASES = [
  ['Grüße, Żółw', 'utf-8-sig', 'und'],
  ['Grüße, Żółw', 'utf-16', 'und'],
  ['Grüße', 'utf-16-be', 'und'],
  ['Grüße, “naïve” café', 'cp1252', 'und'],
  ['Grüße, “naïve” café', 'cp1252', 'de-AT'],
  ['Zażółć gęślą jaźń, łódź', 'cp1250', 'und'],
  ['Příliš žluťoučký kůň', 'cp1250', 'cs'],
  ['Что вы делаете сегодня вечером', 'cp1251', 'und'],
  ['Что вы делаете сегодня вечером', 'cp1251', 'ru-RU'],
  [JAPANESE, 'shift_jis', 'und'],
  [JAPANESE, 'euc_jp', 'ja'],
  [CHINESE, 'gb18030', 'und'],
  [CHINESE, 'gb18030', 'zh-Hans'],
  [TRADITIONAL, 'big5', 'und'],
  [TRADITIONAL, 'big5', 'zh-TW'],
  ['안녕하세요 오늘 무엇을 하세요', 'euc_kr', 'und'],
  ['Τι κάνεις σήμερα', 'cp1253', 'el'],
  ['مرحبا كيف حالك', 'cp1256', 'ar'],
  ['สวัสดีครับ', 'cp874', 'th'],
] as const

const XML = '<?xml version="1.0" encoding="iso-8859-7"?><tt>Τι κάνεις</tt>'

/** By Python, because Node writes only UTF-8 and UTF-16. */
const WRITE = `
import base64, json, sys
print(json.dumps([base64.b64encode(t.encode(e)).decode() for t, e in json.loads(sys.argv[1])]))`
const texts = [...CASES.map(([line, encoding]) => [around(line), encoding]), [XML, 'iso8859_7']]
const answer = execFileSync('python3', ['-c', WRITE, JSON.stringify(texts)], { encoding: 'utf8' })
const encoded = (JSON.parse(answer) as string[]).map((text) => Buffer.from(text, 'base64'))

test.each(CASES.map((one, at) => [...one, encoded[at]!] as const))(
  'reads %s in %s, language %s',
  (line, _, language, bytes) => {
    expect(decoded(bytes, language).replace('\ufeff', '')).toBe(around(line))
  },
)

test('reads XML in the encoding that it states', () => {
  expect(decoded(encoded.at(-1)!)).toBe(XML)
})

test('stays with UTF-8 for a text that is cut off', () => {
  const bytes = Buffer.from(around('Grüße, “naïve” café '.repeat(20) + 'é'))
  expect(decoded(bytes.subarray(0, -2))).toContain('“naïve”')
})

test('reads eight million bytes of no encoding in little memory', () => {
  const bytes = Buffer.alloc(8 * 1024 ** 2, 0xff)
  expect(heapGrowth(() => decoded(bytes))).toBeLessThan(64)
})
