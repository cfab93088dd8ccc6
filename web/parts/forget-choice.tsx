import { useState } from 'react'
import { LAST_CHOICE, useLastChoice } from '../download/choice/last-choice.ts'
import css from '../pages/cookies.module.css'
import { store } from './stored.ts'

export function ForgetChoice() {
  const last = useLastChoice()
  const [told, setTold] = useState('')
  const forget = () =>
    setTold(
      store(LAST_CHOICE, null)
        ? 'Forgotten. The next result suggests the best file again.'
        : 'Your browser blocks site data, so nothing is stored here.',
    )
  return (
    <div className={css.forget}>
      <button type="button" className="btn btn-line" disabled={last === null} onClick={forget}>
        Forget my last choice
      </button>
      <p role="status">{told || (last === null ? 'No choice of a file is stored on this device.' : '')}</p>
    </div>
  )
}
