// Long texts are typed data when a page is built: the articles' Markdown is compiled before
// (scripts/lib/articles.mjs), so that
// no parser is shipped, and a wrong mark is an error at the desk.

/** A run of text: plain, strong, or a link within the site or by mail. */
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
/** Words that carry the sentence. */
export const b = (strong: string): Run => ({ strong })
/** A link; `to` is a path of ours or a mail address with `mailto:`. */
export const a = (link: string, to: string): Run => ({ link, to })

/** The words of a text without its marks, for searching and counting. */
export function plain(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((run) => (typeof run === 'string' ? run : 'strong' in run ? run.strong : run.link)).join('')
}

/** All the words of some blocks. */
export function plainOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => ('items' in block ? block.items.map(plain) : [plain(block.text)]))
    .join('\n')
}
