import { useState } from 'react'
import css from './screen.module.css'

type Props = { src: string; isAudio: boolean; onLost: () => void }

/**
 * The item's picture behind everything else on the screen. It fades in when it has come and takes no room of its own, so
 * nothing waits for it and nothing moves.
 */
export function Backdrop({ src, isAudio, onLost }: Props) {
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <img
      className={`${css.backdrop} ${isAudio ? css.cover : ''} ${isLoaded ? css.seen : ''}`}
      src={src}
      alt=""
      decoding="async"
      fetchPriority="low"
      onLoad={() => setIsLoaded(true)}
      onError={onLost}
    />
  )
}
