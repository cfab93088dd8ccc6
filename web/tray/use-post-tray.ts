import { useEffect, useRef, useState } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { usePageData } from '../app/page-data.ts'
import { useNameStyle } from '../download/choice/name-style.ts'
import { useWanted } from '../download/choice/use-wanted.ts'
import { batchName, hasOwnTitles, nameInZip } from './item-names.ts'
import { rowOfEntry } from './row.ts'
import { useOwnTray, useSave, useView } from './use-tray.ts'
import { emptyView } from './view.ts'

/** The rows of a post or list. A post is saved as one archive, unless the visitor wants files. */
export function usePostTray(info: VideoInfo, link: string) {
  const { origin } = usePageData()
  const style = useNameStyle()
  const { wanted } = useWanted()
  const { entries = [], part, formats } = info
  const latest = useRef({ info, style })
  const tray = useOwnTray(
    () =>
      emptyView(
        entries.map((entry) => rowOfEntry(link, entry)),
        wanted,
      ),
    (row, _, ext) => {
      const { info: list, style: own } = latest.current
      const hasTitles = hasOwnTitles(list.entries ?? [])
      return {
        own: batchName(own, origin, list, { entries: [row] }, ext),
        inZip: nameInZip(row, ext, hasTitles),
      }
    },
  )
  const view = useView(tray)
  const [asZip, setAsZip] = useState(() => !hasOwnTitles(entries))

  useEffect(() => {
    latest.current = { info, style }
  }, [info, style])
  useEffect(() => {
    tray.setRows(entries.map((entry) => rowOfEntry(link, entry)))
  }, [tray, entries, link])
  useEffect(() => {
    if (part && formats.length > 0) tray.learn(String(part.index), latest.current.info)
  }, [tray, part, formats])

  const save = useSave(tray, view, (ids, number) => {
    const chosen = entries.filter(({ index }) => ids.includes(String(index)))
    return batchName(style, origin, info, { entries: chosen, part: number }, 'zip')
  })
  return { tray, view, save, asZip, setAsZip }
}
