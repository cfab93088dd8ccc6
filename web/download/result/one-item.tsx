import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { picksOf } from '../choice/best-pick.ts'
import { qualitiesOf } from '../choice/qualities.ts'
import { requestOf } from '../choice/requested-format.ts'
import { useWanted } from '../choice/use-wanted.ts'
import { choiceOf, isPicture, kindOf, shortSizeOf } from '../format-name.ts'
import { Qualities } from './chips.tsx'
import { Facts, Thumbnail } from './head.tsx'
import { More } from './more.tsx'
import css from './panel.module.css'
import { RunningAct } from './running-act.tsx'
import { isOver, viewOf } from './running-view.ts'
import { RunningZone } from './running-zone.tsx'
import { SaveButton } from './save-button.tsx'
import { useRun } from './use-run.ts'
import { useSubtitles } from './use-subtitles.ts'

function Size({ format }: { format: Format }) {
  const size = shortSizeOf(format, useFigures())
  return (
    size && (
      <>
        , <small>{size}</small>
      </>
    )
  )
}

function OtherName({ format }: { format: Format }) {
  const { picture, video, audioOnly } = useTexts('result')
  const say = useSay()
  if (!format.is_audio_only)
    return <>{say(isPicture(format) ? picture : video, { format: choiceOf(format) })}</>
  return (
    <>
      {audioOnly}
      <span className="vh"> {kindOf(format)}</span>
    </>
  )
}

/** Picture and title, the big buttons (the second for the other kind, sound or video), and the qualities. */
export function OneItem({ info: found, saves = false }: { info: VideoInfo; saves?: boolean }) {
  const { info, control } = useSubtitles(found)
  const texts = useTexts('result')
  const say = useSay()
  const { wanted, isPromised } = useWanted()
  const main = useRef<HTMLAnchorElement>(null)
  const [pickedKey, setPickedKey] = useState<string | null>(null)
  const { running, start } = useRun(info)
  const isRunning = running !== null
  const picks = picksOf(info.formats, wanted)
  const isAsLastTime =
    !isPromised &&
    pickedKey === null &&
    picks !== null &&
    wanted?.kind === requestOf(picks.best).kind &&
    !isRunning

  const saveAtOnce = useEffectEvent(() => {
    if (saves && picks && !isRunning) start(picks.best)
  })
  useEffect(() => saveAtOnce(), [])

  useEffect(() => {
    // The form is disabled during the request, so its field has lost the focus. The Download button gets the
    // focus, so that Enter saves the file.
    if (!isRunning && document.activeElement === document.body)
      main.current?.focus({ preventScroll: pickedKey === null })
  }, [isRunning, pickedKey])

  if (!picks) return null
  const { best, other } = picks
  const hasZone = running !== null && !isOver(running)
  const qualities = qualitiesOf(info.formats, best)
  const picked = qualities.find(({ key }) => key === pickedKey) ?? best
  const chips = (
    <Qualities
      info={info}
      qualities={qualities}
      picked={running?.format ?? picked}
      isAsLastTime={isAsLastTime}
      onPick={({ key }) => {
        running?.leave()
        setPickedKey(key)
      }}
    />
  )
  return (
    <>
      <div className={css.top}>
        <Thumbnail key={info.thumbnail_url} info={info} />
        <Facts info={info} />
        <div className={`${css.act} ${other || running ? '' : css.alone}`}>
          {running && <RunningAct key={running.format.key} running={running} />}
          {!running && (
            <SaveButton ref={main} info={info} format={picked} icon="save" isMain onStart={start}>
              {say(texts.download, { format: choiceOf(picked) })}
              <Size format={picked} />
            </SaveButton>
          )}
          {!running && other && (
            <SaveButton
              info={info}
              format={other}
              icon={other.is_audio_only ? 'note' : 'play'}
              onStart={start}
            >
              <OtherName format={other} />
              <Size format={other} />
            </SaveButton>
          )}
        </div>
      </div>
      {info.notice && <p className={css.notice}>{info.notice}</p>}
      {hasZone ? <RunningZone running={running} /> : chips}
      <More info={info} isRunning={hasZone} subtitleControl={control}>
        {running && viewOf(running) === 'saved' && chips}
      </More>
    </>
  )
}
