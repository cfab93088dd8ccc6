import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { PolicySection } from '../content/policy.ts'
import { Accordion, AccordionItem } from '../parts/accordion.tsx'
import { ContentHead } from './content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { RichText } from './prose.tsx'
import { ContentIcon } from './content-icon.tsx'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import css from './content.module.css'

type Props = { title: string; lead: ReactNode; changed: string; sections: readonly PolicySection[] }

export function Policy({ title, lead, changed, sections }: Props) {
  const texts = useTexts('pages/policy')
  const say = useSay()
  const figures = useFigures()
  const { hash } = useLocation()
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null
    if (section instanceof HTMLDetailsElement) section.open = true
  }, [hash])
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead title={title} lead={lead}>
        <p className={css.note}>
          <time dateTime={changed}>{say(texts.changed, { day: figures.day(changed) })}</time>
        </p>
      </ContentHead>
      <div lang="en" dir="ltr">
        <Accordion>
          {sections.map(({ id, title: heading, icon, parts }) => (
            <AccordionItem
              key={id}
              id={id}
              name="policy"
              summary={
                <h2>
                  <ContentIcon name={icon} /> {heading}
                </h2>
              }
            >
              {parts.map(({ subtitle, details }) => (
                <section key={subtitle} className={css.detail}>
                  <h3>{subtitle}</h3>
                  {details.map((text, at) => (
                    <p key={at}>
                      <RichText text={text} />
                    </p>
                  ))}
                </section>
              ))}
            </AccordionItem>
          ))}
        </Accordion>
      </div>
      <Fold />
    </main>
  )
}
