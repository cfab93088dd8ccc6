import { paths } from '#contract/paths.ts'

/**
 * Fields that this module stores in the entry of the browser history. They survive a reload and are never
 * sent to a server.
 */
type Kept = { release?: string; text?: string } | null

const RELEASE = import.meta.url

const field = () => document.querySelector<HTMLInputElement>('form input[name="url"]')

/**
 * Makes the page reload itself if it cannot load a chunk. After a release, the chunks of an earlier release
 * may no longer exist. The page reloads at most once for each release, and the text in the form survives the
 * reload. If the server does not answer, the page does not reload, because the reload would fail and the text
 * would be lost.
 */
export function reloadForRelease(): void {
  const { text, ...state } = (history.state as Kept) ?? {}
  if (text !== undefined) {
    const input = field()
    if (input) input.value = text
    history.replaceState(state, '')
  }
  // Vite sends this event if a chunk cannot be loaded. A page that is being left loses its chunks too, and a
  // reload would hold the visitor on it, so it gets time to go.
  addEventListener('vite:preloadError', () => setTimeout(() => void reload().catch(console.warn), 1_000))
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
