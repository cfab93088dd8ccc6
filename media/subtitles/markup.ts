type Tag = {
  /** Without its prefix, in lower case. */
  name: string
  attributes: string
  isEnd: boolean
  isEmpty: boolean
  /** The text behind it. */
  text: string
}

const CDATA = '<![CDATA['

/** The tags of XML or HTML with the text behind each. Linear: the text is read once. */
export function* tags(source: string): Generator<Tag> {
  let last: Tag | null = null
  for (let at = source.indexOf('<'); at >= 0;) {
    const ends = source.startsWith('<!--', at) ? '-->' : source.startsWith(CDATA, at) ? ']]>' : '>'
    const end = source.indexOf(ends, at)
    if (end < 0) break
    const next = source.indexOf('<', end + ends.length)
    const text = source.slice(end + ends.length, next < 0 ? source.length : next)
    const [, close, name, attributes = ''] =
      /^<(\/?)(?:[\w-]+:)?([\w-]+)([^]*)$/.exec(source.slice(at, end)) ?? []
    if (name === undefined) {
      const literal = ends === ']]>' ? source.slice(at + CDATA.length, end) : ''
      if (last) last.text += escaped(literal) + text
    } else {
      if (last) yield last
      const isEmpty = attributes.endsWith('/')
      last = { name: name.toLowerCase(), attributes, isEnd: close === '/', isEmpty, text }
    }
    at = next
  }
  if (last) yield last
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type AttributeReader = (attributes: string) => string | undefined

export function attribute(name: string): AttributeReader {
  const pattern = new RegExp(
    String.raw`(?:^|\s)(?:[\w-]+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`,
    'i',
  )
  return (attributes) => {
    const [, double, single, bare] = pattern.exec(attributes) ?? []
    return double ?? single ?? bare
  }
}
