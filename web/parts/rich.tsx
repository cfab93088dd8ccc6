import { Fragment, type ReactNode } from 'react'
import { filled, type Given } from '#texts/say.ts'
import { usePageData } from '../app/page-data.ts'
import { Link } from './link.tsx'
import { marked } from './marked.tsx'

/** Where the marks of links lead, as `<help>the help center</help>`. */
const pages: Readonly<Record<string, string>> = {
  home: '/',
  guide: '/how-to-download-videos',
  help: '/help-center',
  formats: '/blog/1',
  law: '/blog/2',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  dmca: '/dmca-policy',
}

const MARK = /<(\w+)>(.*?)<\/\1>/

type Props = {
  text: string
  given?: Given | undefined
  /** The addresses of further marks, for example of mail addresses. */
  links?: Readonly<Record<string, string>>
}

/** A sentence with its links and bold words. */
export function Rich({ text, given, links = {} }: Props): ReactNode {
  const { language } = usePageData()
  const say = (part = '') => marked(filled(language, part, given), language)
  // `split` answers a plain text, the name of a mark and the text inside it in turn.
  const parts = text.split(MARK)
  return parts.map((part, at) => {
    if (at % 3 === 0) return <Fragment key={at}>{say(part)}</Fragment>
    if (at % 3 === 2) return null
    return (
      <Marked key={at} name={part} href={links[part]}>
        {say(parts[at + 1])}
      </Marked>
    )
  })
}

type MarkedProps = { name: string; href: string | undefined; children: ReactNode }

function Marked({ name, href, children }: MarkedProps) {
  const to = pages[name]
  if (to !== undefined) return <Link to={to}>{children}</Link>
  return name === 'b' ? <strong>{children}</strong> : <a href={href}>{children}</a>
}
