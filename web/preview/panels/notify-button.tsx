import { useState } from 'react'
import { notices } from '../ready-notice.ts'

export function NotifyButton() {
  const [isWanted, setIsWanted] = useState(notices.isWanted)
  if (isWanted) return <span role="status">You get a notice when it is ready.</span>
  const ask = async () => {
    await Notification.requestPermission()
    notices.isWanted = Notification.permission === 'granted'
    setIsWanted(notices.isWanted)
  }
  return (
    <button type="button" className="btn btn-line" onClick={() => void ask()}>
      Notify me
    </button>
  )
}
