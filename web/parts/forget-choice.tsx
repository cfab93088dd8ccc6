import { useState } from 'react'
import { LAST_CHOICE, useLastChoice } from '../download/choice/last-choice.ts'
import { useTexts } from '../app/texts.ts'
import css from '../pages/cookies.module.css'
import { store } from './stored.ts'

export function ForgetChoice() {
  const texts = useTexts('pages/cookies')
  const last = useLastChoice()
  const [told, setTold] = useState('')
  const forget = () => setTold(store(LAST_CHOICE, null) ? texts.forgotten : texts.forgetBlocked)
  return (
    <div className={css.forget}>
      <button type="button" className="btn btn-line" disabled={last === null} onClick={forget}>
        {texts.forget}
      </button>
      <p role="status">{told || (last === null ? texts.nothingToForget : '')}</p>
    </div>
  )
}
