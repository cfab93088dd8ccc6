// The data types of long texts. Before the build, scripts/run/pages/articles.ts compiles the Markdown of the
// articles to data of these types. So pages need no Markdown parser, and unsupported Markdown fails the
// build.

export type Run = string | { strong: string } | { link: string; to: string }
export type Text = string | readonly Run[]
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: Text }
  | { kind: 'list' | 'steps'; items: readonly Text[] }

export const a = (link: string, to: string): Run => ({ link, to })

/** Returns the words of a text without their formatting (bold, links), for the search in the help center. */
export function plain(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((run) => (typeof run === 'string' ? run : 'strong' in run ? run.strong : run.link)).join('')
}

/** Returns the words of all blocks without their formatting, with one line for each block or list item. */
export function plainOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => ('items' in block ? block.items.map(plain) : [plain(block.text)]))
    .join('\n')
}
