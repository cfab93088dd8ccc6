import type { ComponentProps } from 'react'
import type { Result } from './result.tsx'

let Loaded: typeof Result | null = null

/** Loads the panel of formats, once. Rejects when its chunk cannot be fetched; a later call tries again. */
export async function loadResult(): Promise<void> {
  Loaded = (await import('./result.tsx')).Result
}

export const isResultLoaded = (): boolean => Loaded !== null

/**
 * The panel of formats, after `loadResult`. Not a `lazy` component, whose first paint React delays by 300 ms.
 */
export function LoadedResult(props: ComponentProps<typeof Result>) {
  return Loaded && <Loaded {...props} />
}
