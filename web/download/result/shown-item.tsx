import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { useState } from 'react'
import type { Entry, Format, VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { durationText } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { picksOf, type Picks } from '../choice/best-pick.ts'
import { qualitiesOf } from '../choice/qualities.ts'
import { useWanted } from '../choice/use-wanted.ts'
import { chipName, isPicture, kindOf, shortSizeOf } from '../format-name.ts'
import { plainLink } from '../plain-link.ts'
import { kindOfRow } from '../../tray/row-parts.tsx'
import type { Row } from '../../tray/row.ts'
import type { Size } from '../../tray/sizes.ts'
import { useNames } from '../use-names.ts'
import chips from './chips.module.css'
import panel from './panel.module.css'
import css from './shown-item.module.css'
import { RunningAct } from './running-act.tsx'
import { SaveButton } from './save-button.tsx'
import { useRun } from './use-run.ts'

const MOST = 3

/** The best format of the other kind, sound or video, comes last. */
function choicesOf({ best, other }: Picks, formats: readonly Format[]): Format[] {
  const few = qualitiesOf(formats, best).slice(0, other ? MOST - 1 : MOST)
  return [...(few.includes(best) ? few : [...few.slice(1), best]), ...(other ? [other] : [])]
}

function Still({ src, alt }: { src: string | null | undefined; alt: string }) {
  return src ? (
    <img src={src} alt={alt} />
  ) : (
    <span className={css.still}>
      <Icon name="play" />
    </span>
  )
}

type ChoicesProps = {
  info: VideoInfo
  choices: readonly Format[]
  picked: Format
  onPick: (format: Format) => void
}

/** Radio buttons; before hydration and without JavaScript links. */
function Choices({ info, choices, picked, onPick }: ChoicesProps) {
  const { origin } = usePageData()
  const { quality } = useTexts('result')
  const nameOf = useNames()
  const isLive = useIsLive()
  if (choices.length < 2) return <span />
  return (
    <fieldset className={css.seg}>
      <legend className="vh">{quality}</legend>
      {choices.map((one) =>
        isLive ? (
          <label key={one.key} className={chips.chip}>
            <input type="radio" name="item-quality" checked={one === picked} onChange={() => onPick(one)} />
            <b>{chipName(one)}</b>
          </label>
        ) : (
          <a key={one.key} className={chips.chip} href={plainLink(one, nameOf(info, one), origin)}>
            <b>{chipName(one)}</b>
          </a>
        ),
      )}
    </fieldset>
  )
}

/** The extracted item of a post, with its qualities. */
function Film({ info, entry }: { info: VideoInfo; entry: Entry | undefined }) {
  const texts = useTexts('result').items
  const say = useSay()
  const figures = useFigures()
  const { running, start } = useRun(info)
  const { wanted } = useWanted()
  const [key, setKey] = useState<string | null>(null)
  const picks = picksOf(info.formats, wanted)
  if (!picks) return null
  const choices = choicesOf(picks, info.formats)
  const picked = choices.find((one) => one.key === key) ?? picks.best
  const index = info.part?.index ?? 1
  const facts = [kindOf(picked), isPicture(picked) && picked.resolution, shortSizeOf(picked, figures)]
  return (
    <>
      <div className={css.film}>
        <Still
          src={info.thumbnail_url ?? entry?.thumbnail_url}
          alt={say(texts.item, { item: String(index) })}
        />
        {info.duration ? <span className={panel.badge}>{durationText(info.duration)}</span> : null}
      </div>
      <p className={css.line}>
        <strong>{say(texts.itemOf[entry ? kindOfRow(entry) : 'item'], { item: String(index) })}</strong>
        <span>{facts.filter(Boolean).join(', ')}</span>
      </p>
      <div className={css.one}>
        {running ? (
          <RunningAct key={running.format.key} running={running} />
        ) : (
          <>
            <Choices info={info} choices={choices} picked={picked} onPick={({ key: next }) => setKey(next)} />
            <SaveButton info={info} format={picked} icon="save" onStart={start}>
              {texts.saveThis}
            </SaveButton>
          </>
        )}
      </div>
    </>
  )
}

/** A picture needs no extraction: its entry has the link. */
function Photo({ entry, size, onSave }: Pick<Props, 'size' | 'onSave'> & { entry: Row }) {
  const { picture } = entry
  const texts = useTexts('result').items
  const say = useSay()
  const figures = useFigures()
  const facts = [
    picture && kindOf(picture),
    picture?.width && picture.height && `${picture.width} × ${picture.height}`,
    size && shortSizeOf(size, figures),
  ]
  return (
    <>
      <Still src={entry.thumbnail_url ?? picture?.url} alt={say(texts.item, { item: String(entry.index) })} />
      <p className={css.line}>
        <strong>{say(texts.itemOf.image, { item: String(entry.index) })}</strong>
        <span>{facts.filter(Boolean).join(', ')}</span>
      </p>
      <div className={css.one}>
        <span />
        <button type="button" className="btn btn-line" onClick={() => onSave(entry.id)}>
          <Icon name="save" /> {texts.saveThis}
        </button>
      </div>
    </>
  )
}

type Props = {
  info: VideoInfo
  photo: Row | undefined
  /** Of the photo; null if unknown. */
  size: Size | null
  onSave: (id: string) => void
  isLoading: boolean
}

export function ShownItem({ info, photo, size, onSave, isLoading }: Props) {
  const entry = info.entries?.find(({ index }) => index === info.part?.index)
  return (
    <div className={css.show} aria-busy={isLoading}>
      {photo && <Photo entry={photo} size={size} onSave={onSave} />}
      {/* It stays, because a file may be made in it. */}
      <div className={css.kept} hidden={photo !== undefined}>
        <Film key={info.part?.index} info={info} entry={entry} />
      </div>
    </div>
  )
}
