import { prepareTexts } from '../../app/texts.ts'
import type { ComponentProps } from 'react'
import type { Links } from '../../tray/links.tsx'
import type { Result } from './result.tsx'

let Loaded: typeof Result | null = null
let LoadedRows: typeof Links | null = null

/** Rejects if its chunk cannot be fetched; a later call then tries again. */
export async function loadResult(): Promise<void> {
  const [{ Result, Links }] = await Promise.all([
    import('./result.tsx'),
    prepareTexts('result', 'preview', 'watch', 'files', 'tray'),
  ])
  Loaded = Result
  LoadedRows = Links
}

export const isResultLoaded = (): boolean => Loaded !== null

/**
 * The panel of formats. Render it only after `loadResult` has resolved. It is not a `lazy` component, because
 * React delays the first paint of lazy components by 300 ms.
 */
export function LoadedResult(props: ComponentProps<typeof Result>) {
  return Loaded && <Loaded {...props} />
}

/** The panel of several links, from the same chunk. */
export function LoadedLinks(props: ComponentProps<typeof Links>) {
  return LoadedRows && <LoadedRows {...props} />
}
