import { useSay, useTexts } from '../app/texts.ts'
import { useRef, useState } from 'react'
import { playerPath } from './file-path.ts'
import { hasPlaylistName } from './hls.ts'
import { lacksSound } from './lacks-sound.ts'
import { proxied, type PreviewLink } from './link.ts'
import type { Position } from './player.tsx'
import { Players, type Source } from './players.tsx'
import css from './screen.module.css'
import { useCopy } from './use-copy.ts'
import { useNearest } from './use-nearest.ts'
import type { Preview } from './use-preview.ts'

function playerSource({ state, link }: Preview, copy: string | null): Source | null {
  const target = link?.target
  if (!target || target.kind === 'refused') return null
  if (target.kind === 'ticket') {
    if (copy) return { src: copy, isPlaylist: true }
    return state.step === 'ready' ? { src: playerPath(state.file), isPlaylist: false } : null
  }
  if (state.step !== 'direct') return null
  const { media } = target
  const src = state.from === 'source' ? media.url : proxied(media, link.filename, location.origin)
  return { src, isPlaylist: hasPlaylistName(media.url) }
}

const plays = (type: string) => document.createElement('video').canPlayType(type) !== ''

type Props = {
  preview: Preview
  link: PreviewLink
  poster: string | null
  /** Whether the visitor has already asked for it to play. */
  plays?: boolean
}

/** Plays the format of a preview, or the nearest one that the browser plays. */
export function Watching({ preview, link, poster, plays: playsAtOnce = false }: Props) {
  const { state } = preview
  const texts = useTexts('preview').screen
  const say = useSay()
  const [isWatching, setIsWatching] = useState(false)
  const positionRef = useRef<Position>({ at: 0, plays: playsAtOnce })
  const { copy, isUnplayable, giveUp: giveUpCopy, searchAgain } = useCopy(state, positionRef)
  const isMade = state.step === 'processing' || state.step === 'ready'
  const isSilent =
    state.step === 'ready' && !link.is_audio && lacksSound(state.file.proof?.audio_codec, plays)
  const nearest = useNearest(link, (isUnplayable && isMade) || state.step === 'unavailable' || isSilent)
  const chosen = playerSource(preview, copy)
  const source = nearest.found ?? chosen
  if (!source) return null
  const giveUp = () => {
    setIsWatching(false)
    if (nearest.found) return nearest.giveUp()
    if (copy) return giveUpCopy()
    preview.unplayable()
  }
  return (
    <>
      <Players
        source={source}
        link={link}
        poster={poster}
        positionRef={positionRef}
        isWatching={isWatching}
        onPlay={({ isPlaylist }) => setIsWatching(isPlaylist)}
        onUnplayable={giveUp}
        onLost={searchAgain}
      />
      {(nearest.found || isSilent) && (
        <p className={css.instead} role="status">
          {nearest.found ? say(texts.instead, { format: nearest.found.label }) : texts.noSound}
        </p>
      )}
    </>
  )
}
