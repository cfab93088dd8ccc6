import type { Format } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import { directLink } from '../preview/write-link.ts'

/** A link that works without JavaScript: it saves the format, or leads to the page that makes the file. */
export function plainLink(format: Format, name: string, origin: string): string {
  const [, query = ''] = format.url.split('?')
  const made = `${paths.make}?${query}&${new URLSearchParams({ filename: name }).toString()}`
  return directLink(format, name, origin) ?? made
}
