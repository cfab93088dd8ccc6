import { useState } from 'react'
import css from './screen.module.css'

type Props = { src: string; isAudio: boolean; onLost: () => void }

/**
 * The thumbnail in the player area, behind the percentage or the message. It fades in after it has loaded and
 * causes no layout shift.
 */
export function Backdrop({ src, isAudio, onLost }: Props) {
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <img
      className={`${css.backdrop} ${isAudio ? css.cover : ''} ${isLoaded ? css.visible : ''}`}
      src={src}
      alt=""
      decoding="async"
      fetchPriority="low"
      onLoad={() => setIsLoaded(true)}
      onError={onLost}
    />
  )
}
