import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Parts } from '#texts/parts.ts'
import type { Place } from '../routing/page.ts'
import { usePageData, type ShownPlatform } from './page-data.ts'
import { useSay, useTexts } from './texts.ts'
import { Glyph, Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { InEnglish, Languages, Offer } from './languages.tsx'
import { Logo } from './logo.tsx'
import { Themes } from './themes.tsx'
import { ConsentGate } from '../privacy/consent-gate.tsx'
import { RecentButton } from '../recent/recent-button.tsx'
import css from './shell.module.css'

type Pages = Parts['ui']['pages']
type Entry = readonly [to: string, name: keyof Pages]

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
          <Link to={href} onClick={closeMenus}>
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

const columns: readonly (readonly [title: keyof Parts['ui']['menus'], links: readonly Entry[]])[] = [
  [
    'support',
    [
      ['/help-center', 'help'],
      ['/how-to-download-videos', 'guide'],
      ['/send-a-link', 'send'],
      ['/status', 'status'],
      ['/blog', 'blog'],
      ['/#faq', 'faq'],
    ],
  ],
  [
    'legal',
    [
      ['/privacy-policy', 'privacy'],
      ['/terms-of-service', 'terms'],
      ['/dmca-policy', 'dmca'],
      ['/terms-glossary', 'glossary'],
    ],
  ],
  ['privacy', [['/cookie-settings', 'cookies']]],
]

function Footer() {
  const { brand, shown } = usePageData()
  const { pages, menus, footnote } = useTexts('ui')
  const say = useSay()
  return (
    <footer className={css.foot}>
      <div className="wrap">
        <div className={css.columns}>
          <nav aria-label={menus.downloaders}>
            <h2>{menus.downloaders}</h2>
            <ul>
              {shown.map(({ id, name, href }) => (
                <li key={id}>
                  <Link to={href}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
          {columns.map(([title, links]) => (
            <nav key={title} aria-label={menus[title]}>
              <h2>{menus[title]}</h2>
              <ul>
                {links.map(([to, name]) => (
                  <li key={to}>
                    <Link to={to}>{pages[name]}</Link>
                  </li>
                ))}
                {title === 'support' && (
                  <li>
                    <a href="/sitemap.xml">{pages.sitemap}</a>
                  </li>
                )}
              </ul>
            </nav>
          ))}
          {brand.contact.socialMedia.length > 0 && (
            <nav aria-label={menus.follow}>
              <h2>{menus.follow}</h2>
              <ul>
                {brand.contact.socialMedia.map(({ name, url }) => (
                  <li key={url}>
                    <a href={url} rel="me noreferrer" target="_blank">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <Languages />
        <Themes />
        <small>{say(footnote, { name: brand.branding.name })}</small>
      </div>
    </footer>
  )
}

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
  useArrival(place.title)
  return (
    <>
      <a className={css.skip} href="#main">
        {useTexts('ui').skip}
      </a>
      <ConsentGate place={place} />
      <Header />
      <Offer />
      {place.isEnglish && <InEnglish />}
      {children}
      <Footer />
    </>
  )
}
