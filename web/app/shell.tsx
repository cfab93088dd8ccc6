import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Place } from '../routing/page.ts'
import { usePageData, type ShownPlatform } from './page-data.ts'
import { Glyph, Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { Logo } from './logo.tsx'
import { ConsentGate } from '../privacy/consent-gate.tsx'
import { RecentButton } from '../recent/recent-button.tsx'
import css from './shell.module.css'

const sections = [
  ['/#features', 'Features'],
  ['/#how', 'How It Works'],
  ['/how-to-download-videos', 'How-To Guide'],
  ['/blog', 'Blog'],
] as const

const menuOnly = [
  ['/help-center', 'Help Center'],
  ['/cookie-settings', 'Cookie Settings'],
] as const

/** A popover does not close by itself when the page changes. */
function closeMenus() {
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) menu.hidePopover()
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

const headings: Record<ShownPlatform['kind'], string> = {
  video: 'Video Platforms',
  audio: 'Audio & Podcasts',
}

function Header() {
  const { shown } = usePageData()
  const [features, ...rest] = sections
  return (
    <header className={`wrap ${css.head}`}>
      <div className={css.bar}>
        <Logo />
        <nav className={css.nav} aria-label="Main">
          <Link to={features[0]}>{features[1]}</Link>
          <button type="button" className={css.opener} popoverTarget="platforms">
            Platforms <Icon name="down" />
          </button>
          {rest.map(([to, label]) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <RecentButton />
        <button type="button" className={css.burger} popoverTarget="menu" aria-label="Menu">
          <Icon name="menu" />
        </button>
      </div>
      <div className={`${css.pop} ${css.platforms}`} id="platforms" popover="auto">
        {Object.entries(headings).map(([kind, heading]) => (
          <div key={kind}>
            <h2>{heading}</h2>
            <PlatformLinks shown={shown.filter((one) => one.kind === kind)} />
          </div>
        ))}
      </div>
      <div className={`${css.pop} ${css.menu}`} id="menu" popover="auto">
        <nav aria-label="Mobile">
          <ul>
            {[...sections, ...menuOnly].map(([to, label]) => (
              <li key={to}>
                <Link to={to} onClick={closeMenus}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <h2>Popular Platforms</h2>
          <PlatformLinks shown={shown.filter((one) => one.isPopular)} />
        </nav>
      </div>
    </header>
  )
}

const columns = [
  [
    'Support',
    [
      ['/help-center', 'Help Center'],
      ['/how-to-download-videos', 'How-To Guide'],
      ['/blog', 'Blog'],
      ['/#faq', 'FAQ'],
    ],
  ],
  [
    'Legal',
    [
      ['/privacy-policy', 'Privacy Policy'],
      ['/terms-of-service', 'Terms of Service'],
      ['/dmca-policy', 'DMCA Policy'],
      ['/terms-glossary', 'Glossary'],
    ],
  ],
  ['Privacy', [['/cookie-settings', 'Cookie Settings']]],
] as const

function Footer() {
  const { brand, shown } = usePageData()
  return (
    <footer className={css.foot}>
      <div className="wrap">
        <div className={css.columns}>
          <nav aria-label="Downloaders">
            <h2>Downloaders</h2>
            <ul>
              {shown.map(({ id, name, href }) => (
                <li key={id}>
                  <Link to={href}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
          {columns.map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
                {title === 'Support' && (
                  <li>
                    <a href="/sitemap.xml">Sitemap</a>
                  </li>
                )}
              </ul>
            </nav>
          ))}
          {brand.contact.socialMedia.length > 0 && (
            <nav aria-label="Follow us">
              <h2>Follow us</h2>
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
        <small>
          {brand.branding.name} works only with publicly accessible content. Save what you have the right to
          keep. Platform names belong to their owners.
        </small>
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
        Skip to content
      </a>
      <ConsentGate place={place} />
      <Header />
      {children}
      <Footer />
    </>
  )
}
