import { useEffect } from 'react'
import type { PublicHealth } from '#contract/api.ts'
import { usePageData } from '../app/page-data.ts'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { Glyph } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { Section } from '../parts/section.tsx'
import common from '../articles/content.module.css'
import prose from '../articles/prose.module.css'
import css from './status.module.css'

type Known = PublicHealth['platforms'][string] | undefined
type State = NonNullable<Known>['state'] | 'unknown'

const everyState: readonly State[] = ['works', 'limited', 'refused', 'unreachable', 'unknown']

function Mark({ state }: { state: State }) {
  const { states } = useTexts('pages/status')
  return (
    <span className={css.mark} data-state={state}>
      {states[state]}
    </span>
  )
}

function Facts({ known }: { known: Known }) {
  const { since: sinceText } = useTexts('pages/status')
  const say = useSay()
  const figures = useFigures()
  return (
    <>
      <td>
        <Mark state={known?.state ?? 'unknown'} />
        {known?.since && <small>{say(sinceText, { time: figures.dayAndTime(new Date(known.since)) })}</small>}
      </td>
      <td>{known?.seconds != null && figures.short(known.seconds)}</td>
    </>
  )
}

export function Page() {
  const texts = useTexts('pages/status')
  const say = useSay()
  const figures = useFigures()
  const { shown, health } = usePageData()
  // Only a document of this page has what it shows.
  useEffect(() => {
    if (!health) location.reload()
  }, [health])
  if (!health) return <main id="main" aria-busy="true" />
  const { faults, platforms, at } = health
  return (
    <main id="main" className={`wrap ${common.page}`}>
      <ContentHead title={texts.title} lead={texts.lead} />
      {faults.map((fault) => (
        <p key={fault} className={css.fault}>
          {texts.faults[fault]}
        </p>
      ))}
      <table className={css.table}>
        <caption>{say(texts.asOf, { time: figures.dayAndTime(new Date(at)) })}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.platform}</th>
            <th scope="col">{texts.columns.state}</th>
            <th scope="col">{texts.columns.time}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, href }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={href}>
                  <Glyph id={id} /> {name}
                </Link>
              </th>
              <Facts known={platforms[id]} />
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.otherSites}</th>
            <Facts known={platforms['web']} />
          </tr>
        </tbody>
      </table>
      <Fold />
      <Section id="meaning" title={texts.meaning}>
        <dl className={`${prose.prose} ${css.meanings}`}>
          {everyState.map((state) => (
            <div key={state}>
              <dt>
                <Mark state={state} />
              </dt>
              <dd>{texts.meanings[state]}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </main>
  )
}
