import { useSyncExternalStore } from 'react'
import { useFacts } from '../app/use-facts.ts'
import type { Facts } from '../content/facts.ts'
import { bugReportMail, helpCategories, supportMail, type HelpCategory } from '../content/help.ts'
import { findQuestions, helpSearchText } from '../content/search.ts'
import { Accordion, AccordionItem } from '../parts/accordion.tsx'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { Icon } from '../parts/icon.tsx'
import { RichText } from '../articles/prose.tsx'
import { SearchBox, useSearch } from '../articles/search-box.tsx'
import { ContentIcon } from '../articles/content-icon.tsx'
import { Section } from '../parts/section.tsx'
import { Link } from '../parts/link.tsx'
import css from '../articles/content.module.css'

const neverChanges = () => () => undefined

export function Page() {
  const facts = useFacts()
  const { field, query, setQuery, clear } = useSearch()
  const categories = helpCategories(facts)
  const found = findQuestions(categories, query)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead
        title="Help Center"
        lead={`Answers about ${facts.name}. If yours is missing, write to us.`}
      >
        <SearchBox
          label="Search for help"
          field={field}
          onQuery={setQuery}
          status={found ? helpSearchText(query, found.size) : ''}
          hint={found?.size === 0 ? 'Try different keywords or browse categories below' : undefined}
        />
        {found?.size === 0 && (
          <nav className={css.jump} aria-label="Categories">
            {categories.map(({ title }, at) => (
              <Link key={title} to={`#help-${at + 1}`} onClick={clear}>
                {title}
              </Link>
            ))}
          </nav>
        )}
      </ContentHead>
      {/* The quick links are hidden while a search has results, so that the found questions come first. */}
      <QuickLinks facts={facts} isHidden={Boolean(found?.size)} />
      <Fold />
      {categories.map((category, at) => (
        <Questions
          key={category.title}
          id={`help-${at + 1}`}
          category={category}
          isShown={(item) => !found || found.has(`${at}/${item}`)}
        />
      ))}
      <Contact facts={facts} />
      <AdSlot name="responsive" />
    </main>
  )
}

function QuickLinks({ facts, isHidden }: { facts: Facts; isHidden: boolean }) {
  const cards = [
    { title: 'Email Support', text: 'Write to a person.', sign: 'mail', href: supportMail(facts) },
    { title: 'FAQ', text: 'The five questions asked most.', sign: 'question', to: '/#faq' },
    {
      title: 'How-To Guide',
      text: 'Each step, for each device.',
      sign: 'book',
      to: '/how-to-download-videos',
    },
  ]
  return (
    <nav className={css.cards} aria-label="Quick links" hidden={isHidden}>
      {cards.map(({ title, text, sign, href, to }) => {
        const inside = (
          <>
            <ContentIcon name={sign} />
            <b>{title}</b>
            <span>{text}</span>
          </>
        )
        return to ? (
          <Link key={title} className={css.card} to={to}>
            {inside}
          </Link>
        ) : (
          <a key={title} className={css.card} href={href}>
            {inside}
          </a>
        )
      })}
    </nav>
  )
}

type Questions = { id: string; category: HelpCategory; isShown: (item: number) => boolean }

function Questions({ id, category: { title, icon, lead, items }, isShown }: Questions) {
  return (
    <div className={css.part} hidden={!items.some((_, item) => isShown(item))}>
      <Section
        id={id}
        title={title}
        lead={
          <span className={css.signed}>
            <ContentIcon name={icon} /> {lead}
          </span>
        }
      >
        <Accordion>
          {items.map(({ question, answer }, item) => (
            <AccordionItem key={question} name="help" isHidden={!isShown(item)} summary={<h3>{question}</h3>}>
              <p>
                <RichText text={answer} />
              </p>
            </AccordionItem>
          ))}
        </Accordion>
      </Section>
    </div>
  )
}

function Contact({ facts }: { facts: Facts }) {
  // The user agent for the mail link that reports a bug. It is an empty text while the server renders. The
  // link also works without the user agent.
  const browser = useSyncExternalStore(
    neverChanges,
    () => navigator.userAgent,
    () => '',
  )
  return (
    <section className={css.contact} aria-labelledby="contact-title">
      <h2 id="contact-title">Still stuck?</h2>
      <p>A bug report opens in your mail program with the questions we would ask.</p>
      <div className={css.row}>
        <a className="btn btn-fill" href={supportMail(facts)}>
          <Icon name="mail" /> Email Support
        </a>
        <a className="btn btn-line" href={bugReportMail(facts, browser)}>
          <Icon name="warning" /> Report a Bug
        </a>
      </div>
    </section>
  )
}
