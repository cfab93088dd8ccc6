import { useState } from 'react'
import { forgetChoice, useLastChoice } from '../download/choice/last-choice.ts'
import css from '../pages/cookies.module.css'

export function ForgetChoice() {
  const last = useLastChoice()
  const [told, setTold] = useState('')
  const forget = () => {
    try {
      forgetChoice()
      setTold('Forgotten. The next result suggests the best file again.')
    } catch (cause) {
      console.warn(cause)
      setTold('Your browser blocks site data, so nothing is stored here.')
    }
  }
  return (
    <div className={css.forget}>
      <button type="button" className="btn btn-line" disabled={last === null} onClick={forget}>
        Forget my last choice
      </button>
      <p role="status">{told || (last === null ? 'No choice of a file is stored on this device.' : '')}</p>
    </div>
  )
}
