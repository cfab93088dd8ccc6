import { paths } from '#contract/paths.ts'

/** Fields of the entry in the browser's history. They outlive a reload and are never sent. */
type Kept = { release?: string; text?: string } | null

/** The file of this script. Its name changes with every release. */
const RELEASE = import.meta.url

const field = () => document.querySelector<HTMLInputElement>('form input[name="url"]')

/**
 * A page that was opened before a release asks for chunks that may be gone. Reloads such a page, at most once
 * for each release, and keeps the text of the form. Without a network it does nothing: the text would be
 * lost.
 */
export function reloadForRelease(): void {
  const { text, ...state } = (history.state as Kept) ?? {}
  if (text !== undefined) {
    const input = field()
    if (input) input.value = text
    history.replaceState(state, '')
  }
  // Vite sends this event when a chunk cannot be loaded.
  addEventListener('vite:preloadError', () => void reload().catch(console.warn))
}

async function reload(): Promise<void> {
  const state = history.state as Kept
  if (state?.release === RELEASE) return
  const answer = await fetch(paths.config, { cache: 'no-store' })
  if (!answer.ok) return
  const text = field()?.value
  history.replaceState({ ...state, release: RELEASE, ...(text && { text }) }, '')
  location.reload()
}
