import { useEffect, useState } from 'react'

export function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(true)
  useEffect(() => {
    const stop = new AbortController()
    // `navigator.onLine` is not read: behind a VPN it is false in some browsers although the network works.
    addEventListener('offline', () => setIsOnline(false), { signal: stop.signal })
    addEventListener('online', () => setIsOnline(true), { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return isOnline
}
