import { useFacts } from '../app/use-facts.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { relatedTerms, type TermId } from '../content/related-terms.ts'
import { findTerms } from '../content/search.ts'
import { Accordion, AccordionItem } from '../parts/accordion.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { Rich } from '../parts/rich.tsx'
import { SearchBox, useSearch } from '../articles/search-box.tsx'
import css from '../articles/content.module.css'

const ids = Object.keys(relatedTerms) as TermId[]

export function Page() {
  const texts = useTexts('pages/glossary')
  const say = useSay()
  const facts = useFacts()
  const { field, query, setQuery, searchFor } = useSearch()
  const found = findTerms(texts.terms, query)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead title={texts.title} lead={texts.lead}>
        <SearchBox
          label={texts.search}
          field={field}
          onQuery={setQuery}
          status={say(texts.found, { n: found.size })}
          hint={found.size === 0 ? texts.notFoundHint : undefined}
        />
      </ContentHead>
      <Accordion>
        {ids.map((id) => (
          <AccordionItem
            key={id}
            id={id}
            name="glossary"
            isHidden={!found.has(id)}
            summary={
              <div>
                <h2>{texts.terms[id].term}</h2>
                <p className={css.note}>
                  <Rich text={texts.terms[id].short} given={facts} />
                </p>
              </div>
            }
          >
            <Definition id={id} searchFor={searchFor} />
          </AccordionItem>
        ))}
      </Accordion>
      <Fold />
    </main>
  )
}

function Definition({ id, searchFor }: { id: TermId; searchFor: (term: string) => void }) {
  const texts = useTexts('pages/glossary')
  const facts = useFacts()
  const term = texts.terms[id]
  return (
    <>
      <p>
        <Rich text={term.full} given={facts} />
      </p>
      {'legalNote' in term && (
        <>
          <h3>{texts.legalNote}</h3>
          <p>{term.legalNote}</p>
        </>
      )}
      <h3>{texts.examples}</h3>
      <ul className={css.bullets}>
        {term.examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
      <h3>{texts.related}</h3>
      <div className={css.row}>
        {relatedTerms[id].map((related) => (
          <button
            key={related}
            type="button"
            className={css.chip}
            onClick={() => searchFor(texts.terms[related].term)}
          >
            {texts.terms[related].term}
          </button>
        ))}
      </div>
    </>
  )
}
