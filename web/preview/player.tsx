import { useEffect, useEffectEvent, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { playHls } from './hls.ts'
import css from './screen.module.css'

type Props = {
  src: string
  isAudio: boolean
  isPlaylist: boolean
  title: string
  onPlay: () => void
  onUnplayable: () => void
}

/** The browser's own player: accessible, with picture in picture, casting and captions. Never starts by itself. */
export function Player({ src, isAudio, isPlaylist, title, onPlay, onUnplayable }: Props) {
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const giveUp = useEffectEvent(onUnplayable)

  useEffect(() => {
    if (!isPlaylist || !media.current) return
    const playing = playHls(media.current, src, giveUp)
    playing.catch((cause: unknown) => {
      console.error(cause)
      giveUp()
    })
    return () => {
      playing.then(
        (end) => end(),
        () => undefined,
      )
    }
  }, [src, isPlaylist])

  // What the lock screen and media keys show.
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.metadata = new MediaMetadata({ title })
  }, [title])

  const common = {
    ref: media,
    src: isPlaylist ? undefined : src,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': title,
    onPlay,
    onError: onUnplayable,
  }
  if (!isAudio) return <video className={css.player} playsInline {...common} />
  return (
    <div className={css.sound}>
      <Icon name="sound" />
      <audio {...common} />
    </div>
  )
}
