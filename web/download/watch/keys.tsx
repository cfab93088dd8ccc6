import type { VideoInfo } from '#contract/api.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import css from './keys.module.css'

type Props = {
  info: VideoInfo
  isClipOpen: boolean
  onClip: () => void
  onChapters: () => void
  onSubtitles: () => void
}

/** Names what can be done with the item beside saving it whole, and leads there. */
export function Keys({ info, isClipOpen, onClip, onChapters, onSubtitles }: Props) {
  const texts = useTexts('watch')
  const say = useSay()
  const { chapters = [], subtitles = [], duration } = info
  if (!duration && chapters.length === 0 && subtitles.length === 0) return null
  return (
    <div className={css.keys}>
      {duration !== null && (
        <button type="button" className={css.key} aria-expanded={isClipOpen} onClick={onClip}>
          {texts.clip}
        </button>
      )}
      {chapters.length > 0 && (
        <button type="button" className={css.key} onClick={onChapters}>
          {say(texts.chapters, { n: chapters.length })}
        </button>
      )}
      {subtitles.length > 0 && (
        <button type="button" className={css.key} onClick={onSubtitles}>
          {say(texts.subtitles, { n: subtitles.length })}
        </button>
      )}
    </div>
  )
}
