import { useSyncExternalStore } from 'react'
import { debugTraces } from './analytics.ts'
import css from './debug-view.module.css'

const none = [] as const

export function DebugView() {
  const traces = useSyncExternalStore(debugTraces.subscribe, debugTraces.get, () => none)
  return (
    <details className={css.view}>
      <summary>Events ({traces.length})</summary>
      <ol>
        {traces.map((trace, at) => (
          <li key={traces.length - at}>
            {trace.isSent ? 'sent' : 'not sent'}: {trace.text}
          </li>
        ))}
      </ol>
    </details>
  )
}
