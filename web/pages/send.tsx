import { useEffect, useRef, type ReactNode } from 'react'
import { usePageData } from '../app/page-data.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { ContentHead } from '../articles/content-head.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Fold } from '../parts/fold.tsx'
import { Rich } from '../parts/rich.tsx'
import { Section } from '../parts/section.tsx'
import common from '../articles/content.module.css'
import prose from '../articles/prose.module.css'
import css from './send.module.css'

/** What a visitor takes along as it stands here. */
function Taken({ text }: { text: string }) {
  return (
    <div className={css.taken}>
      <code dir="ltr">{text}</code>
      <CopyButton text={text} />
    </div>
  )
}

function BookmarkButton({ address }: { address: string }) {
  const texts = useTexts('pages/send')
  const say = useSay()
  const { name } = usePageData().brand.branding
  const link = useRef<HTMLAnchorElement>(null)
  // React writes no such address. The policy of the page lets nobody run it here, so it can only be dragged.
  useEffect(() => link.current?.setAttribute('href', address), [address])
  return (
    <p className={css.drag}>
      <a
        ref={link}
        className="btn btn-line"
        title={texts.drag}
        draggable
        onClick={(event) => event.preventDefault()}
      >
        {say(texts.bookmark, { name })}
      </a>
    </p>
  )
}

export function Page() {
  const texts = useTexts('pages/send')
  const { brand, origin, base } = usePageData()
  const site = `${origin}${base}/`
  const bookmark = `javascript:void(open('${site}?url='+encodeURIComponent(location.href)))`
  const parts = Object.entries(texts.parts) as [
    keyof typeof texts.parts,
    (typeof texts.parts)['address' | 'android'],
  ][]
  const inside: { [Part in keyof typeof texts.parts]?: ReactNode } = {
    address: (
      <div className={css.taken}>
        <code dir="ltr">
          <b>{site}</b>https://vimeo.com/123456789
        </code>
      </div>
    ),
    bookmark: <BookmarkButton address={bookmark} />,
    iphone: <Taken text={site} />,
  }
  return (
    <main id="main" className={`wrap ${common.page}`}>
      <ContentHead title={texts.title} lead={texts.lead}>
        <nav aria-label={texts.onThisPage} className={common.jump}>
          {parts.map(([id, { title }]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </ContentHead>
      {parts.map(([id, { title, intro, steps, after }], at) => (
        <Section key={id} id={id} title={title} lead={intro}>
          <div className={prose.prose}>
            <ol>
              {steps.map((step) => (
                <li key={step}>
                  <Rich text={step} given={{ name: brand.branding.name }} />
                </li>
              ))}
            </ol>
            {inside[id]}
            <p>{after}</p>
            {id === 'bookmark' && <Taken text={bookmark} />}
          </div>
          {at === 0 && <Fold />}
        </Section>
      ))}
    </main>
  )
}
