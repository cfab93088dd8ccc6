import { useState } from 'react'
import { canNotify, isAllowed, noticeWanted, wantNotice } from '../ready-notice.ts'
import { useDevice } from '../device.ts'

/** Seconds left from which waiting in another tab is worth a notification. */
const LONG_WAIT = 20

/** Offers a notification for the end of a long wait. The browser asks for permission only after a press. */
export function NotifyButton({ remaining }: { remaining: number | null }) {
  const [isWanted, setIsWanted] = useState(noticeWanted)
  const [wasLong, setWasLong] = useState(false)
  const isPossible = useDevice(canNotify, false)
  if (!wasLong && (remaining ?? 0) > LONG_WAIT) setWasLong(true)
  if (!isPossible || !wasLong) return null
  if (isWanted) return <span role="status">You get a notice when it is ready.</span>
  const ask = async () => {
    await Notification.requestPermission()
    if (isAllowed()) wantNotice()
    setIsWanted(isAllowed())
  }
  return (
    <button type="button" className="btn btn-line" onClick={() => void ask()}>
      Notify me
    </button>
  )
}
