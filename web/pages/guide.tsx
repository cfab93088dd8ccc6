import { useFacts } from '../app/use-facts.ts'
import { useTexts } from '../app/texts.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { Rich } from '../parts/rich.tsx'
import { Section } from '../parts/section.tsx'
import { Link } from '../parts/link.tsx'
import css from '../articles/content.module.css'
import prose from '../articles/prose.module.css'

type Block = { text: string } | { list: readonly string[] } | { steps: readonly string[] }

function Items({ items }: { items: readonly string[] }) {
  const facts = useFacts()
  return items.map((item) => (
    <li key={item}>
      <Rich text={item} given={facts} />
    </li>
  ))
}

function Piece({ block }: { block: Block }) {
  const facts = useFacts()
  if ('text' in block)
    return (
      <p>
        <Rich text={block.text} given={facts} />
      </p>
    )
  if ('steps' in block)
    return (
      <ol>
        <Items items={block.steps} />
      </ol>
    )
  return (
    <ul>
      <Items items={block.list} />
    </ul>
  )
}

export function Page() {
  const texts = useTexts('pages/guide')
  const parts = Object.entries(texts.parts)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead title={texts.title} lead={texts.lead}>
        <nav aria-label={texts.onThisPage} className={css.jump}>
          {parts.map(([id, { title }]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </ContentHead>
      {parts.map(([id, { title, intro, blocks }], at) => (
        <Section key={id} id={id} title={title} lead={intro}>
          <div className={prose.prose}>
            {blocks.map((block, place) => (
              <Piece key={place} block={block} />
            ))}
          </div>
          {at === 0 && <Fold />}
        </Section>
      ))}
      <p className={css.row}>
        <Link className="btn btn-fill" to="/">
          {texts.paste}
        </Link>
      </p>
      <AdSlot name="responsive" />
    </main>
  )
}
