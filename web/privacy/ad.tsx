import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isAdFree } from './ad-free.ts'
import css from './ad.module.css'
import { inForce, isSignalled, useConsent } from './consent.ts'
import { useTexts } from '../app/texts.ts'

type Props = { client: string; slot: string }

function Shown({ client, slot }: Props) {
  const label = useTexts('ui').advertisement
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    // The queue of Google's ad loader. After loading, the loader also renders the ads that were added to the
    // queue before.
    const page = window as { adsbygoogle?: object[] }
    page.adsbygoogle ??= []
    page.adsbygoogle.push({})
  }, [])
  return (
    <aside className={css.slot} aria-label={label}>
      <small>{label}</small>
      <ins className={`adsbygoogle ${css.ad}`} data-ad-client={client} data-ad-slot={slot} />
    </aside>
  )
}

/** Shows nothing before the visitor has allowed advertising. */
export function Ad(props: Props) {
  const consent = useConsent()
  const { pathname } = useLocation()
  if (!consent || isAdFree(pathname)) return null
  return inForce(consent, isSignalled()).advertising ? <Shown key={pathname} {...props} /> : null
}
