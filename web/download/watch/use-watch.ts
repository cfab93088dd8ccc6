import { useState } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { readPreview, type PreviewLink } from '../../preview/link.ts'
import { fileOf } from '../../preview/machine.ts'
import { usePreview, type Preview } from '../../preview/use-preview.ts'
import { previewLink } from '../../preview/write-link.ts'
import { useNames } from '../use-names.ts'

const nowhere: PreviewLink = readPreview('', '', 'https://localhost')

type Watched = { id: string; format: Format; taskId: string | null; plays: boolean }

export type Watch = {
  /** Null while nothing is watched. */
  preview: Preview | null
  format: Format | null
  /** Whether the visitor pressed the picture, so that it plays at once. */
  plays: boolean
  /** @param taskId the task that makes the file already */
  start: (format: Format, taskId: string | null, plays: boolean) => void
  /** The task that makes the watched file, so that saving it makes nothing again. */
  taskOf: (format: Format) => string | null
}

/** Plays a format in the panel: its copy while the file is made, then the file. */
export function useWatch(info: VideoInfo): Watch {
  const nameOf = useNames()
  const [watched, setWatched] = useState<Watched | null>(null)
  const preview = usePreview(
    nowhere,
    { isForeign: false, isOwnPreview: true },
    {
      id: watched?.id ?? null,
      read() {
        const { format, taskId } = watched!
        const address = new URL(previewLink(info, format, nameOf(info, format)), location.origin)
        return { ...readPreview(address.search, address.hash, location.origin), taskId }
      },
      replace() {},
    },
  )
  const isOpen = watched !== null && preview.openedId === watched.id
  const { state } = preview
  const known = state.step === 'processing' ? state.taskId : (fileOf(state)?.taskId ?? null)
  return {
    preview: isOpen ? preview : null,
    format: watched?.format ?? null,
    plays: watched?.plays ?? false,
    start: (format, taskId, plays) => setWatched({ id: String(Date.now()), format, taskId, plays }),
    taskOf: (format) => (isOpen && watched.format.key === format.key ? known : null),
  }
}
