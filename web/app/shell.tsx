import { lazy, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Brand } from '#contract/brand.ts'
import type { Parts } from '#texts/parts.ts'
import type { Place } from '../routing/page.ts'
import { markClass } from '../brand.ts'
import { useBrand, usePageData, type ShownPlatform } from './page-data.ts'
import { useTexts } from './texts.ts'
import { Glyph, Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { Optional } from '../parts/optional.tsx'
import { InEnglish, Offer } from './languages.tsx'
import { Logo } from './logo.tsx'
import { RecentButton } from '../recent/recent-button.tsx'
import css from './shell.module.css'

export type Entry = readonly [to: string, name: keyof Parts['ui']['pages']]

const sections: readonly Entry[] = [
  ['/#how', 'how'],
  ['/how-to-download-videos', 'guide'],
  ['/blog', 'blog'],
]

const menu: readonly Entry[] = [
  ['/#features', 'features'],
  ...sections,
  ['/help-center', 'help'],
  ['/cookie-settings', 'cookies'],
]

/** A popover does not close by itself when the page changes. */
function closeMenus() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
}

function PlatformLinks({ shown }: { shown: readonly ShownPlatform[] }) {
  return (
    <ul>
      {shown.map(({ id, name, href }) => (
        <li key={id}>
          <Link className={markClass(id)} to={href} onClick={closeMenus}>
            <Glyph id={id} /> {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const kinds: readonly ShownPlatform['kind'][] = ['video', 'audio']

function Header() {
  const { shown } = usePageData()
  const { pages, menus } = useTexts('ui')
  return (
    <header className={`wrap ${css.head}`}>
      <div className={css.bar}>
        <Logo />
        <nav className={css.nav} aria-label={menus.main}>
          <Link to="/#features">{pages.features}</Link>
          <button type="button" className={css.opener} popoverTarget="platforms">
            {pages.platforms} <Icon name="down" />
          </button>
          {sections.map(([to, name]) => (
            <Link key={to} to={to}>
              {pages[name]}
            </Link>
          ))}
        </nav>
        <RecentButton />
        <button type="button" className={css.burger} popoverTarget="menu" aria-label={menus.menu}>
          <Icon name="menu" />
        </button>
      </div>
      <div className={`${css.pop} ${css.platforms}`} id="platforms" popover="auto">
        {kinds.map((kind) => (
          <div key={kind}>
            <h2>{menus[kind]}</h2>
            <PlatformLinks shown={shown.filter((one) => one.kind === kind)} />
          </div>
        ))}
      </div>
      <div className={`${css.pop} ${css.menu}`} id="menu" popover="auto">
        <nav aria-label={menus.mobile}>
          <ul>
            {menu.map(([to, name]) => (
              <li key={to}>
                <Link to={to} onClick={closeMenus}>
                  {pages[name]}
                </Link>
              </li>
            ))}
          </ul>
          <h2>{menus.popular}</h2>
          <PlatformLinks shown={shown.filter((one) => one.isPopular)} />
        </nav>
      </div>
    </header>
  )
}

/** The last that comes to life, because the HTML of the page already has its links. */
const Footer = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }))

/** Nothing is counted or asked before the page can be used. */
const ConsentGate = lazy(async () => ({
  default: (await import('../privacy/consent-gate.tsx')).ConsentGate,
}))

const countsOrTells = ({ analytics, features }: Brand): boolean =>
  analytics.trackingEnabled || features.debugMode

function useArrival(title: string) {
  const { hash, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const shown = useRef(key)
  const arrive = useEffectEvent(() => {
    document.title = title
    // After Back, the browser itself restores the scroll position.
    if (isBack) return
    const section = hash && document.getElementById(hash.slice(1))
    if (section) section.scrollIntoView()
    else window.scrollTo(0, 0)
    const heading = section ? section.querySelector('h2') : document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    arrive()
  }, [key])
}

export function Shell({ place, children }: { place: Place; children: ReactNode }) {
  const brand = useBrand()
  useArrival(place.title)
  return (
    <>
      <a className={css.skip} href="#main">
        {useTexts('ui').skip}
      </a>
      <Optional>{countsOrTells(brand) && <ConsentGate place={place} />}</Optional>
      <Header />
      <Offer />
      {place.isEnglish && <InEnglish />}
      {children}
      <Optional>
        <Footer />
      </Optional>
    </>
  )
}
