import type { Parts } from '#texts/parts.ts'
import { useTexts } from '../../app/texts.ts'
import type { ReactNode } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { shortened } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { groupsOf, type FormatGroup } from '../choice/qualities.ts'
import { kindOf } from '../format-name.ts'
import { FormatChip, gridOf } from './chips.tsx'
import css from './more.module.css'
import { Subtitles } from './subtitles.tsx'
import type { SubtitleControl } from './use-subtitles.ts'

const DESCRIPTION_LENGTH = 150

function contentsOf(
  groups: readonly FormatGroup[],
  hasSubtitles: boolean,
  texts: Parts['result']['contents'],
): string {
  const has = (kind: FormatGroup['kind']) => groups.some((group) => group.kind === kind)
  return [
    has('gif') && texts.gif,
    has('other') && texts.other,
    has('silent') && texts.silent,
    ...new Set(groups.filter(isMade).flatMap(({ formats }) => formats.map(kindOf))),
    hasSubtitles && texts.subtitles,
  ]
    .filter(Boolean)
    .join(', ')
}

const isMade = ({ kind }: FormatGroup) => kind === 'mp3' || kind === 'made'

type GroupTexts = Parts['result']['groups'] & Parts['files']

function nameOf({ kind, name }: FormatGroup, texts: GroupTexts): string {
  return kind === 'common' || kind === 'other' ? name : texts[kind]
}

function noteOf({ kind, name, note, formats }: FormatGroup, texts: GroupTexts): string {
  // An MP3 whose bitrate is higher than that of the source has a note with the bitrate of the source.
  if (kind === 'mp3') return formats[0]?.note ?? texts.converted
  if (kind === 'sound') return note ?? texts.asPublished
  if (kind === 'silent') return [name, note].filter(Boolean).join(', ')
  return note ?? (kind === 'common' || kind === 'other' ? texts.withSound : '')
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
  const texts = useTexts('result')
  const isLive = useIsLive()
  const { description, title, subtitles = [] } = info
  const groupTexts = { ...texts.groups, ...useTexts('files') }
  const groups = groupsOf(info.formats)
  const isNew = description && !description.trim().startsWith(title.replace(/(…|\.{3})$/, '').trim())
  return (
    <details className={css.more}>
      <summary>
        <span>
          {isRunning ? texts.otherQualities : texts.more}{' '}
          <small>{contentsOf(groups, subtitles.length > 0, texts.contents)}</small>
        </span>
        <Icon name="down" />
      </summary>
      {children}
      {isLive && <p className={css.hint}>{texts.eachInTab}</p>}
      {groups.map((group) => {
        const isMp3s = group.kind === 'mp3'
        const name = nameOf(group, groupTexts)
        const note = noteOf(group, groupTexts)
        return (
          <div key={`${group.kind} ${group.name} ${group.note}`} className={css.group}>
            <h3>
              {name} <small>{note}</small>
            </h3>
            <ul className={gridOf(group.formats, isMp3s)} aria-label={`${name} ${note}`.trim()}>
              {group.formats.map((format) => (
                <li key={format.key + format.url}>
                  <FormatChip info={info} format={format} among={group.formats} isMp3Rate={isMp3s} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {info.cover && (
        <div className={css.group}>
          <h3>{groupTexts.cover}</h3>
          <ul className={gridOf([info.cover])} aria-label={groupTexts.cover}>
            <li>
              <FormatChip info={info} format={info.cover} among={[]} isMp3Rate={false} />
            </li>
          </ul>
        </div>
      )}
      <Subtitles info={info} control={subtitleControl} isRunning={isRunning} />
      {isNew && (
        <p className={css.hint} dir="auto">
          {shortened(description, DESCRIPTION_LENGTH)}
        </p>
      )}
    </details>
  )
}
