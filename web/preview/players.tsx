import { useRef, useState, type RefObject } from 'react'
import { paths } from '#contract/paths.ts'
import type { PreviewLink } from './link.ts'
import { Picture, Player, type Position } from './player.tsx'
import { tracksIn } from './tracks.ts'

export type Source = { src: string; isPlaylist: boolean }

type Props = {
  source: Source
  link: PreviewLink
  poster: string | null
  /** Where the player before these was. */
  positionRef: RefObject<Position>
  /** Whether the visitor has started a playlist, which may then be played to its end. */
  isWatching: boolean
  onPlay: (source: Source) => void
  onUnplayable: () => void
  onLost: (src: string) => void
}

/**
 * The player that the visitor sees and, if it has played a copy, the hidden player that takes over from it.
 */
export function Players({
  source,
  link,
  poster,
  positionRef,
  isWatching,
  onPlay,
  onUnplayable,
  onLost,
}: Props) {
  const shownRef = useRef<HTMLMediaElement>(null)
  const [shown, setShown] = useState({ ...source, id: source.src })
  const isNew = shown.src !== source.src
  const isTakenOver = isNew && isWatching && shown.src.startsWith(paths.watch)
  if (isNew && !isTakenOver) setShown({ ...source, id: source.src })
  if (link.isPicture) return <Picture src={source.src} title={link.title} onUnplayable={onUnplayable} />
  const players = isTakenOver ? [shown, { ...source, id: source.src }] : [shown]
  const tracks = tracksIn(link.tracks)
  return players.map(({ id, src, isPlaylist }, at) => (
    <Player
      key={id}
      src={src}
      isPlaylist={isPlaylist}
      title={link.title}
      poster={poster}
      isAudio={link.is_audio}
      tracks={tracks}
      positionRef={positionRef}
      shownRef={shownRef}
      standsBy={at > 0}
      onTaken={(how) => setShown({ src, isPlaylist, id: how === 'kept' ? shown.id : id })}
      onPlay={() => onPlay({ src, isPlaylist })}
      onUnplayable={onUnplayable}
      onLost={() => onLost(src)}
    />
  ))
}
