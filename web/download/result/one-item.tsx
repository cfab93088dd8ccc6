import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFigures } from '../../app/figures.ts'
import type { Format, VideoInfo } from '#contract/api.ts'
import { clockText, type Clip } from '#contract/clip.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { mp3Of, picksOf } from '../choice/best-pick.ts'
import { qualitiesOf } from '../choice/qualities.ts'
import { requestOf } from '../choice/requested-format.ts'
import { useWanted } from '../choice/use-wanted.ts'
import { useIsLive } from '../../parts/use-device.ts'
import { choiceOf, isPicture, shortSizeOf } from '../format-name.ts'
import { useClip } from '../clip/use-clip.ts'
import { Keys } from '../watch/keys.tsx'
import { Stage } from '../watch/stage.tsx'
import { useWatch } from '../watch/use-watch.ts'
import { AudioHalves } from './audio-halves.tsx'
import { Qualities } from './chips.tsx'
import { Facts, Thumbnail } from './head.tsx'
import { More } from './more.tsx'
import css from './panel.module.css'
import { RunningAct } from './running-act.tsx'
import { isOver, viewOf } from './running-view.ts'
import { RunningZone } from './running-zone.tsx'
import { SaveButton } from './save-button.tsx'
import { SUBTITLES } from './subtitles.tsx'
import { useRun } from './use-run.ts'
import { useSubtitles } from './use-subtitles.ts'

const ClipEditor = lazy(async () => ({
  default: (await import('../clip/clip-editor.tsx')).ClipEditor,
}))

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
  const { picture, video } = useTexts('result')
  const say = useSay()
  return <>{say(isPicture(format) ? picture : video, { format: choiceOf(format) })}</>
}

/** What the big button says: the format, or the part of it that is chosen. */
function MainName({ format, clip, duration, isBusy }: MainNameProps) {
  const { moment, downloadClip } = useTexts('watch')
  const { download } = useTexts('result')
  const say = useSay()
  if (isBusy) return moment
  if (!clip)
    return (
      <>
        {say(download, { format: choiceOf(format) })}
        <Size format={format} />
      </>
    )
  const length = clip.end - clip.start
  const filesize = format.filesize && duration ? Math.round((format.filesize * length) / duration) : null
  return (
    <>
      {say(downloadClip, { length: clockText(Math.round(length)) })}
      <Size format={{ ...format, filesize, about: true }} />
    </>
  )
}

type MainNameProps = { format: Format; clip: Clip | null; duration: number | null; isBusy: boolean }

/** Opens all folds around the subtitles. */
function showSubtitles() {
  const fold = document.getElementById(SUBTITLES)
  for (let one = fold?.closest('details'); one; one = one.parentElement?.closest('details')) one.open = true
  fold?.querySelector('summary')?.focus()
}

/** Picture and title, the big buttons (the second for the other kind, sound or video), and the qualities. */
export function OneItem({ info: found, saves = false }: { info: VideoInfo; saves?: boolean }) {
  const { info, control } = useSubtitles(found)
  const { wanted, isPromised } = useWanted()
  const main = useRef<HTMLAnchorElement>(null)
  const [pickedKey, setPickedKey] = useState<string | null>(null)
  const clip = useClip(info)
  const watch = useWatch(info)
  // The formats of a part belong to a result of their own.
  const isLive = useIsLive()
  const [part, setPart] = useState<VideoInfo | null>(null)
  const { running, start } = useRun(part ?? info)
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
  const startWhole = (format: Format) => {
    setPart(null)
    start(format, watch.taskOf(format))
  }
  const startMain = (format: Format) => {
    if (!clip.chosen) return startWhole(format)
    if (clip.isPreparing) return
    clip.prepare(format, (clipped, same) => {
      setPart(clipped)
      start(same)
    })
  }
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
        setPart(null)
        setPickedKey(key)
      }}
    />
  )
  const mp3 = other?.is_audio_only ? mp3Of(info.formats, other) : null
  const shown = running?.format ?? picked
  const play = (plays: boolean) =>
    watch.start(part ? picked : shown, part ? null : (running?.taskId ?? null), plays)
  const openClip = (isOpen: boolean) => {
    // The frames come from the player.
    if (isOpen && !watch.preview && !picked.is_audio_only) play(false)
    clip.setOpen(isOpen)
  }
  return (
    <>
      <div className={css.top}>
        {best.is_audio_only || !isPicture(best) ? (
          <Stage info={info} watch={watch} isSound={picked.is_audio_only} onWatch={() => play(true)} />
        ) : (
          <Thumbnail key={info.thumbnail_url} info={info} />
        )}
        <Facts info={info} />
        <div className={`${css.act} ${other || running ? '' : css.alone}`}>
          {running && <RunningAct key={running.format.key} running={running} onWatch={() => play(true)} />}
          {!running && (
            <SaveButton ref={main} info={info} format={picked} icon="save" isMain onStart={startMain}>
              <MainName
                format={picked}
                clip={clip.chosen}
                duration={info.duration ?? null}
                isBusy={clip.isPreparing}
              />
            </SaveButton>
          )}
          {!running && other?.is_audio_only && (
            <AudioHalves info={info} sounds={mp3 ? [other, mp3] : [other]} onStart={startWhole} />
          )}
          {!running && other && !other.is_audio_only && (
            <SaveButton info={info} format={other} icon="play" onStart={startWhole}>
              <OtherName format={other} />
              <Size format={other} />
            </SaveButton>
          )}
        </div>
      </div>
      {info.notice && <p className={css.notice}>{info.notice}</p>}
      {hasZone ? <RunningZone running={running} onWatch={() => play(true)} /> : chips}
      {isLive && (
        <Suspense>
          <Keys
            info={info}
            isClipOpen={clip.isOpen}
            onClip={() => openClip(!clip.isOpen)}
            onChapters={() => openClip(true)}
            onSubtitles={showSubtitles}
          />
          {clip.isOpen && <ClipEditor info={info} format={picked} control={clip} />}
        </Suspense>
      )}
      <More info={info} isRunning={hasZone} subtitleControl={control}>
        {running && viewOf(running) === 'saved' && chips}
      </More>
    </>
  )
}
