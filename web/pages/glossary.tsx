import { useFacts } from '../app/use-facts.ts'
import { terms } from '../content/glossary.ts'
import { findTerms, termSearchText } from '../content/search.ts'
import { Accordion, AccordionItem } from '../parts/accordion.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { SearchBox, useSearch } from '../articles/search-box.tsx'
import css from '../articles/content.module.css'

export function Page() {
  const all = terms(useFacts())
  const { field, query, setQuery, searchFor } = useSearch()
  const found = findTerms(all, query)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead
        title="Glossary of Terms"
        lead="The words of files and formats, then those that our terms and policies rely on."
      >
        <SearchBox
          label="Search for a term"
          field={field}
          onQuery={setQuery}
          status={termSearchText(found.size)}
          hint={found.size === 0 ? 'Try another word, or empty the field to see all terms.' : undefined}
        />
      </ContentHead>
      <Accordion>
        {all.map(({ id, term, shortDefinition, fullDefinition, legalNote, examples, relatedTerms }) => (
          <AccordionItem
            key={id}
            id={id}
            name="glossary"
            isHidden={!found.has(id)}
            summary={
              <div>
                <h2>{term}</h2>
                <p className={css.note}>{shortDefinition}</p>
              </div>
            }
          >
            <p>{fullDefinition}</p>
            {legalNote && (
              <>
                <h3>Legal note</h3>
                <p>{legalNote}</p>
              </>
            )}
            <h3>Examples</h3>
            <ul className={css.bullets}>
              {examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </ul>
            <h3>Related terms</h3>
            <div className={css.row}>
              {relatedTerms.map((related) => (
                <button key={related} type="button" className={css.chip} onClick={() => searchFor(related)}>
                  {related}
                </button>
              ))}
            </div>
          </AccordionItem>
        ))}
      </Accordion>
      <Fold />
    </main>
  )
}
