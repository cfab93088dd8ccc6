import { MAX_LINK_LENGTH } from './limits.ts'
import { hostOf, isPublicName } from './link.ts'
import { INVALID_LINK } from './platforms/platform.ts'
import { told, type Told } from './told.ts'

const because = (key: string, reason: string): Told =>
  told(`Please enter a valid URL (${reason})`, `links.${key}`)

/** The sentence for a text in which no link was found. */
export function whyNoLink(text: string): Told {
  return /^\s*blob:/i.test(text)
    ? because('blob', 'a blob: link works only in the tab it comes from; paste the link of the page instead')
    : INVALID_LINK
}

/** The sentence for a link that `parsePublicLink` refuses. */
export function whyRefused(link: string): Told {
  if (link.length > MAX_LINK_LENGTH) return because('tooLong', 'this one is too long')
  const authority = /^https?:\/\/([^/?#]+)/i.exec(link)?.[1] ?? ''
  if (authority.includes('@'))
    return because('user', 'links with a user name or a password are not taken, nor are protected feeds')
  if (!URL.canParse(link)) return because('site', 'the address of the site in it is not valid')
  const url = new URL(link)
  if (!isPublicName(hostOf(url))) return because('notPublic', 'it must lead to a public website')
  if (!['', '80', '443'].includes(url.port)) return because('port', 'links with a port number are not taken')
  return because('characters', 'it contains characters that can’t be in a link')
}
