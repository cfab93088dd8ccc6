import { paths } from '#contract/paths.ts'

/**
 * Fields that this module stores in the entry of the browser history. They survive a reload and are never
 * sent to a server.
 */
type Kept = { release?: string; text?: string } | null

/** URL of this script file. The URL changes with every release. */
const RELEASE = import.meta.url

const field = () => document.querySelector<HTMLInputElement>('form input[name="url"]')

/**
 * If a page was opened before a release, it may request chunks that no longer exist. This function reloads
 * the page in this case, at most once for each release, and keeps the text in the form. Without a network the
 * page does not reload, because a reload would lose the text.
 */
export function reloadForRelease(): void {
  const { text, ...state } = (history.state as Kept) ?? {}
  if (text !== undefined) {
    const input = field()
    if (input) input.value = text
    history.replaceState(state, '')
  }
  // Vite sends this event if a chunk cannot be loaded.
  addEventListener('vite:preloadError', () => void reload().catch(console.warn))
}

async function reload(): Promise<void> {
  const hasReloaded = () => (history.state as Kept)?.release === RELEASE
  if (hasReloaded()) return
  const answer = await fetch(paths.config, { cache: 'no-store' })
  // If several chunks are missing, another call of this function may have started the reload in the meantime.
  if (!answer.ok || hasReloaded()) return
  const text = field()?.value
  history.replaceState({ ...(history.state as Kept), release: RELEASE, ...(text && { text }) }, '')
  location.reload()
}
