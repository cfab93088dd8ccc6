import { lazy, Suspense } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { Screen } from '../../preview/screen.tsx'
import { Thumbnail } from '../result/head.tsx'
import css from './stage.module.css'
import type { Watch } from './use-watch.ts'

const Watching = lazy(async () => ({ default: (await import('../../preview/watching.tsx')).Watching }))

type Props = { info: VideoInfo; watch: Watch; isSound: boolean; onWatch: () => void }

function PlayKey({ info, isSound, onWatch }: Omit<Props, 'watch'>) {
  const texts = useTexts('watch')
  const say = useSay()
  return (
    <button type="button" className={css.play} onClick={onWatch}>
      <Icon name="play" />
      <span className="vh">{say(isSound ? texts.listen : texts.watch, { title: info.title })}</span>
    </button>
  )
}

/** The picture of the result. A press on it plays the file in its place. */
export function Stage({ info, watch, isSound, onWatch }: Props) {
  const isLive = useIsLive()
  const { preview, plays } = watch
  const link = preview?.link
  if (preview && link)
    return (
      <div className={css.stage}>
        <Screen
          state={preview.state}
          isPicture={false}
          isDirect={link.target?.kind === 'media'}
          backdrop={info.thumbnail_url && <img className={css.still} src={info.thumbnail_url} alt="" />}
        >
          <Suspense>
            <Watching preview={preview} link={link} poster={info.thumbnail_url ?? null} plays={plays} />
          </Suspense>
        </Screen>
      </div>
    )
  return (
    <Thumbnail key={info.thumbnail_url} info={info}>
      {isLive && (
        <Suspense>
          <PlayKey info={info} isSound={isSound} onWatch={onWatch} />
        </Suspense>
      )}
    </Thumbnail>
  )
}
