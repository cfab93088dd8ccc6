import { useFacts } from '../app/use-facts.ts'
import { guideParts } from '../content/guide.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { Prose } from '../articles/prose.tsx'
import { Section } from '../parts/section.tsx'
import { Link } from '../parts/link.tsx'
import css from '../articles/content.module.css'

export function Page() {
  const facts = useFacts()
  const parts = guideParts(facts)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead
        title="How to Download Videos"
        lead="Paste a link, choose a format, keep the file: how it goes on each device, and what to do when it does not."
      >
        <nav aria-label="On this page" className={css.jump}>
          {parts.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </ContentHead>
      {parts.map(({ id, title, intro, blocks }, at) => (
        <Section key={id} id={id} title={title} lead={intro}>
          <Prose blocks={blocks} level={3} />
          {at === 0 && <Fold />}
        </Section>
      ))}
      <p className={css.row}>
        <Link className="btn btn-fill" to="/">
          Paste a link
        </Link>
      </p>
      <AdSlot name="responsive" />
    </main>
  )
}
