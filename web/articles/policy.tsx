import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { dayText, type PolicySection } from '../content/policy.ts'
import { Accordion, AccordionItem } from '../parts/accordion.tsx'
import { ContentHead } from './content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { RichText } from './prose.tsx'
import { ContentIcon } from './content-icon.tsx'
import css from './content.module.css'

type Props = { title: string; lead: ReactNode; changed: string; sections: readonly PolicySection[] }

export function Policy({ title, lead, changed, sections }: Props) {
  const { hash } = useLocation()
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null
    if (section instanceof HTMLDetailsElement) section.open = true
  }, [hash])
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead title={title} lead={lead}>
        <p className={css.note}>
          Last changed on <time dateTime={changed}>{dayText(changed)}</time>
        </p>
      </ContentHead>
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
      <Fold />
    </main>
  )
}
