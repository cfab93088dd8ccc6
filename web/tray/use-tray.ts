import { useEffect, useState, useSyncExternalStore } from 'react'
import { readTexts, useTexts } from '../app/texts.ts'
import { sayFailure } from '../app/failure-words.ts'
import { mayLeave, useWarning } from '../download/result/use-warning.ts'
import { NotMade } from './load-file.ts'
import { NoFormats } from './read-items.ts'
import { canWriteToDisk, heldZips, NotWritten, separateFiles, zipOnDisk, ZIP_BYTES } from './save-files.ts'
import { MOST_ASKED, sizeAt, sizeOf } from './sizes.ts'
import { createTray, type Tray, type TrayCalls } from './tray.ts'
import type { TrayView } from './view.ts'

async function sayFault(cause: unknown): Promise<string> {
  if (cause instanceof NotWritten) return (await readTexts('tray')).notWritten
  // What a site or a merger has said itself.
  const isSaid = cause instanceof NotMade || cause instanceof NoFormats
  return isSaid && cause.message ? cause.message : await sayFailure(cause)
}

/** Rows that live as long as the component. */
export function useOwnTray(first: () => TrayView, namesOf: TrayCalls['namesOf']): Tray {
  const [tray] = useState(() => createTray(first(), { namesOf, sayFailure: sayFault, sizeAt }))
  useEffect(() => () => tray.close(), [tray])
  return tray
}

export function useView(tray: Tray): TrayView {
  const view = useSyncExternalStore(tray.subscribe, tray.view, tray.view)
  useWarning(view.run !== null)
  return view
}

/** A small archive needs no press to choose its place. */
function isHeldZip(view: TrayView, ids: readonly string[]): boolean {
  const rows = view.rows.filter(({ id }) => ids.includes(id))
  const bytes = sizeOf(view, rows)?.filesize
  if (bytes) return bytes < ZIP_BYTES
  return rows.filter(({ picture }) => !picture).length <= MOST_ASKED
}

type ZipName = (ids: readonly string[], part: number | null) => string

/** Saves rows: each as a file of its own, or as one archive. Others join what runs already. */
export function useSave(tray: Tray, view: TrayView, zipName: ZipName) {
  const { leave } = useTexts('ui').form
  return (ids: readonly string[], asZip: boolean) => {
    const isZip = asZip && ids.length > 1
    const isMix = view.run !== null && isZip
    if (isMix && !mayLeave(leave)) return
    if (isMix) tray.cancel()
    if (!isZip) return tray.start(ids, async (onFile) => separateFiles(onFile))
    const isHeld = isHeldZip(view, ids) || !canWriteToDisk()
    const nameOf = (part: number | null) => zipName(ids, part)
    tray.start(
      ids,
      async (onFile) => (isHeld ? heldZips(nameOf, onFile) : await zipOnDisk(nameOf(null), onFile)),
      true,
    )
  }
}
