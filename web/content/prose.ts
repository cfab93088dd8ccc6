// Long texts are typed data. The Markdown of the articles is compiled to it before the build
// (scripts/lib/articles.mjs), so pages need no Markdown parser and unsupported Markdown fails the build.

/** A run of text: plain, strong, or a link to a page of this site or to a mail address. */
export type Run = string | { strong: string } | { link: string; to: string }
export type Text = string | readonly Run[]
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: Text }
  | { kind: 'list' | 'steps'; items: readonly Text[] }

/** A heading within an article. */
export const h = (text: string): Block => ({ kind: 'heading', text })
/** A paragraph. */
export const p = (...text: Run[]): Block => ({ kind: 'paragraph', text })
/** A list whose order does not matter. */
export const list = (...items: Text[]): Block => ({ kind: 'list', items })
/** A numbered list. */
export const steps = (...items: Text[]): Block => ({ kind: 'steps', items })
/** A strong run. */
export const b = (strong: string): Run => ({ strong })
/** A link. `to` is a path of this site or a `mailto:` URL. */
export const a = (link: string, to: string): Run => ({ link, to })

/** A text without its marks, for searching and counting. */
export function plain(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((run) => (typeof run === 'string' ? run : 'strong' in run ? run.strong : run.link)).join('')
}

/** The text of all blocks without marks, one line for each block or list item. */
export function plainOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => ('items' in block ? block.items.map(plain) : [plain(block.text)]))
    .join('\n')
}
