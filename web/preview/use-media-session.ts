import { useEffect } from 'react'

/** Sets title and picture for the lock screen and for media keys. */
export function useMediaSession(title: string, poster: string | null): void {
  useEffect(() => {
    const artwork = poster ? [{ src: poster }] : []
    if ('mediaSession' in navigator) navigator.mediaSession.metadata = new MediaMetadata({ title, artwork })
  }, [title, poster])
}
