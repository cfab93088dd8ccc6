import { keptId } from './kept-id.ts'

/** A download that runs inside the panel. */
export type KeptRun = {
  /** Tells two runs of the same format apart. */
  id: string
  /** The key of the format. */
  key: string
  taskId: string | null
  /** When our copy expires, in epoch milliseconds; null while it is not saved or if we hold no copy. */
  savedUntil: number | null
}

type Kept = KeptRun & { result: string | null; item: number | null }

const kept = (): Kept | undefined => (history.state as { run?: Kept } | null)?.run

/** Belongs to this entry of the browser history, so Back and a reload find it again. */
export function keepRun(run: KeptRun | null, item: number | null): void {
  if (!run && !kept()) return
  const value = run ? { ...run, result: keptId(), item } : undefined
  history.replaceState({ ...(history.state as object | null), run: value }, '')
}

export function keptRun(item: number | null, now: number): KeptRun | null {
  const run = kept()
  if (!run || run.item !== item || run.result !== keptId()) return null
  return run.savedUntil === null || now < run.savedUntil ? run : null
}
