import type { ReactNode } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { shortened } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { groupsOf, type FormatGroup } from '../choice/qualities.ts'
import { FormatChip, gridOf } from './chips.tsx'
import css from './more.module.css'
import { Subtitles } from './subtitles.tsx'
import type { SubtitleControl } from './use-subtitles.ts'

const DESCRIPTION_LENGTH = 150

function contentsOf(groups: readonly FormatGroup[], hasSubtitles: boolean): string {
  const has = (kind: FormatGroup['kind']) => groups.some((group) => group.kind === kind)
  return [
    has('gif') && 'GIF',
    has('other') && 'other versions',
    has('silent') && 'no sound',
    has('mp3') && 'MP3',
    hasSubtitles && 'subtitles',
  ]
    .filter(Boolean)
    .join(', ')
}

type Props = {
  info: VideoInfo
  isRunning: boolean
  subtitleControl?: SubtitleControl
  /** Stands first. */
  children?: ReactNode
}

/** Every format, as a link to its preview. */
export function More({ info, isRunning, subtitleControl, children }: Props) {
  const isLive = useIsLive()
  const { description, title, subtitles = [] } = info
  const groups = groupsOf(info.formats)
  const isNew = description && !description.trim().startsWith(title.replace(/(…|\.{3})$/, '').trim())
  return (
    <details className={css.more}>
      <summary>
        <span>
          {isRunning ? 'Other qualities' : 'More'} <small>{contentsOf(groups, subtitles.length > 0)}</small>
        </span>
        <Icon name="down" />
      </summary>
      {children}
      {isLive && <p className={css.hint}>Each opens in a new tab.</p>}
      {groups.map((group) => {
        const isMp3s = group.kind === 'mp3'
        // An MP3 whose bitrate is higher than that of the source has a note with the bitrate of the source.
        const note = isMp3s ? (group.formats[0]?.note ?? group.note) : group.note
        return (
          <div key={group.name + group.note} className={css.group}>
            <h3>
              {group.name} <small>{note}</small>
            </h3>
            <ul className={gridOf(group.formats, isMp3s)} aria-label={`${group.name} ${note}`.trim()}>
              {group.formats.map((format) => (
                <li key={format.key + format.url}>
                  <FormatChip info={info} format={format} among={group.formats} isMp3Rate={isMp3s} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <Subtitles info={info} control={subtitleControl} isRunning={isRunning} />
      {isNew && (
        <p className={css.hint} dir="auto">
          {shortened(description, DESCRIPTION_LENGTH)}
        </p>
      )}
    </details>
  )
}
