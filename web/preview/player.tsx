import { useEffect, useEffectEvent, useRef, type RefObject, type SyntheticEvent } from 'react'
import { paths } from '#contract/paths.ts'
import { Icon } from '../parts/icon.tsx'
import css from './screen.module.css'
import { useSay, useTexts } from '../app/texts.ts'
import { subtitleName, type Track } from './tracks.ts'
import { useMediaSession } from './use-media-session.ts'
import { usePlaylist } from './use-playlist.ts'
import { useTakeOver } from './use-take-over.ts'

export type Position = { at: number; plays: boolean }

type Props = {
  src: string
  isAudio: boolean
  tracks: readonly Track[]
  isPlaylist: boolean
  title: string
  poster: string | null
  /** Where the player before this one was. */
  positionRef: RefObject<Position>
  /** The element that the visitor sees. */
  shownRef: RefObject<HTMLMediaElement | null>
  /** Whether this player is hidden until it can take over from the one that the visitor sees. */
  standsBy: boolean
  onTaken: (how: 'exchanged' | 'kept') => void
  onPlay: () => void
  onUnplayable: () => void
  /** The playlist has ended too early. */
  onLost: () => void
}

type PictureProps = Pick<Props, 'src' | 'title' | 'onUnplayable'>

export function Picture({ src, title, onUnplayable }: PictureProps) {
  return <img className={css.player} src={src} alt={title} onError={onUnplayable} />
}

/** Playback does not start automatically. */
export function Player({
  src,
  isAudio,
  tracks,
  isPlaylist,
  title,
  poster,
  positionRef,
  shownRef,
  standsBy,
  onTaken,
  onPlay,
  onUnplayable,
  onLost,
}: Props) {
  const { subtitles } = useTexts('result')
  const say = useSay()
  const mediaRef = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  usePlaylist(mediaRef, isPlaylist ? src : null, { onUnplayable, onLost })
  useTakeOver(mediaRef, shownRef, standsBy, onTaken)
  useMediaSession(title, poster)

  /** A player of the browser fails when a copy that it plays is gone. */
  const fail = () =>
    src.startsWith(paths.watch) && mediaRef.current!.currentTime > 0 ? onLost() : onUnplayable()

  const goOn = () => {
    // Browsers play the sound of a video whose picture they cannot play.
    if (!isAudio && !isPlaylist && mediaRef.current!.videoWidth === 0) return onUnplayable()
    if (standsBy) return
    const { at, plays } = positionRef.current
    if (at > 0) mediaRef.current!.currentTime = at
    if (plays) void mediaRef.current!.play().catch(() => undefined)
  }
  const catchUp = useEffectEvent(() => {
    const { error, readyState } = mediaRef.current!
    if (error) onUnplayable()
    else if (readyState > 0) goOn()
  })
  // React may show an element later than it makes it, and so misses what happened to it meanwhile.
  useEffect(() => catchUp(), [])

  const note = ({ currentTarget: { currentTime, paused } }: SyntheticEvent<HTMLMediaElement>) => {
    if (currentTime > 0 && !standsBy) positionRef.current = { at: currentTime, plays: !paused }
  }

  const common = {
    ref: mediaRef,
    src: isPlaylist ? undefined : src,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': title,
    onPlay: standsBy ? undefined : onPlay,
    onTimeUpdate: note,
    onLoadedMetadata: goOn,
    onError: fail,
  }
  const hidden = standsBy ? ` ${css.standby}` : ''
  // Only a video element shows subtitles, so it plays sound with a transcript too.
  if (!isAudio || tracks.length > 0)
    return (
      <video
        className={css.player + hidden}
        inert={standsBy}
        playsInline
        poster={poster ?? undefined}
        {...common}
      >
        {tracks.map((track) => (
          <track
            key={track.src}
            kind="subtitles"
            srcLang={track.language}
            label={subtitleName(track, subtitles, say)}
            src={track.src}
          />
        ))}
      </video>
    )
  return (
    <div className={css.sound + hidden} inert={standsBy}>
      {poster ? <span /> : <Icon name="sound" />}
      <audio {...common} />
    </div>
  )
}
