import { useEffect, useEffectEvent, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import css from './screen.module.css'

type Props = {
  src: string
  isAudio: boolean
  isPlaylist: boolean
  title: string
  poster: string | null
  onPlay: () => void
  onUnplayable: () => void
}

type PictureProps = Pick<Props, 'src' | 'title' | 'onUnplayable'>

export function Picture({ src, title, onUnplayable }: PictureProps) {
  return <img className={css.player} src={src} alt={title} onError={onUnplayable} />
}

/** Playback does not start automatically. */
export function Player({ src, isAudio, isPlaylist, title, poster, onPlay, onUnplayable }: Props) {
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const giveUp = useEffectEvent(onUnplayable)

  useEffect(() => {
    const element = media.current
    if (!isPlaylist || !element) return
    // Most files are not playlists, so the code that plays playlists is a separate chunk.
    const playing = import('./play-hls.ts').then(({ playHls }) => playHls(element, src, giveUp))
    playing.catch((cause: unknown) => {
      console.error(cause)
      giveUp()
    })
    return () => {
      playing.then(
        (stop) => stop(),
        () => undefined,
      )
    }
  }, [src, isPlaylist])

  // Sets title and picture for the lock screen and for media keys.
  useEffect(() => {
    const artwork = poster ? [{ src: poster }] : []
    if ('mediaSession' in navigator) navigator.mediaSession.metadata = new MediaMetadata({ title, artwork })
  }, [title, poster])

  const common = {
    ref: media,
    src: isPlaylist ? undefined : src,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': title,
    onPlay,
    onError: onUnplayable,
  }
  if (!isAudio) return <video className={css.player} playsInline poster={poster ?? undefined} {...common} />
  return (
    <div className={css.sound}>
      {poster ? <span /> : <Icon name="sound" />}
      <audio {...common} />
    </div>
  )
}
