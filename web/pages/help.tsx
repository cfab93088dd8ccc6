import { useSyncExternalStore } from 'react'
import type { Parts } from '#texts/parts.ts'
import { useFacts } from '../app/use-facts.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { mailTo } from '../content/mail.ts'
import { findQuestions } from '../content/search.ts'
import { Accordion, AccordionItem } from '../parts/accordion.tsx'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { Fold } from '../parts/fold.tsx'
import { Icon } from '../parts/icon.tsx'
import { Rich } from '../parts/rich.tsx'
import { SearchBox, useSearch } from '../articles/search-box.tsx'
import { ContentIcon } from '../articles/content-icon.tsx'
import { Section } from '../parts/section.tsx'
import { Link } from '../parts/link.tsx'
import css from '../articles/content.module.css'

type CategoryId = keyof Parts['pages/help']['categories']

export const helpIcons = {
  start: 'play',
  quality: 'film',
  trouble: 'wrench',
  legal: 'scale',
  support: 'chat',
} as const satisfies Record<CategoryId, string>

const ids = Object.keys(helpIcons) as CategoryId[]
const neverChanges = () => () => undefined

/** The address of a mail that already has its subject. */
function useSupportMail(): string {
  const texts = useTexts('pages/help')
  const say = useSay()
  const facts = useFacts()
  return mailTo(facts.email, say(texts.mailSubject, facts))
}

export function Page() {
  const texts = useTexts('pages/help')
  const say = useSay()
  const { field, query, setQuery, clear } = useSearch()
  const found = findQuestions(texts.categories, query)
  const result = (n: number) =>
    n > 0 ? say(texts.found, { n }) : say(texts.notFound, { query: query.trim() })
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <ContentHead title={texts.title} lead={say(texts.lead, useFacts())}>
        <SearchBox
          label={texts.search}
          field={field}
          onQuery={setQuery}
          status={found ? result(found.size) : ''}
          hint={found?.size === 0 ? texts.notFoundHint : undefined}
        />
        {found?.size === 0 && (
          <nav className={css.jump} aria-label={texts.categoriesLabel}>
            {ids.map((id, at) => (
              <Link key={id} to={`#help-${at + 1}`} onClick={clear}>
                {texts.categories[id].title}
              </Link>
            ))}
          </nav>
        )}
      </ContentHead>
      {/* The quick links are hidden while a search has results, so that the found questions come first. */}
      <QuickLinks isHidden={Boolean(found?.size)} />
      <Fold />
      {ids.map((id, at) => (
        <Questions
          key={id}
          category={id}
          id={`help-${at + 1}`}
          isShown={(item) => !found || found.has(`${id}/${item}`)}
        />
      ))}
      <Contact />
      <AdSlot name="responsive" />
    </main>
  )
}

function QuickLinks({ isHidden }: { isHidden: boolean }) {
  const { cards, quickLinks } = useTexts('pages/help')
  return (
    <nav className={css.cards} aria-label={quickLinks} hidden={isHidden}>
      <a className={css.card} href={useSupportMail()}>
        <Card sign="mail" {...cards.mail} />
      </a>
      <Link className={css.card} to="/#faq">
        <Card sign="question" {...cards.faq} />
      </Link>
      <Link className={css.card} to="/how-to-download-videos">
        <Card sign="book" {...cards.guide} />
      </Link>
    </nav>
  )
}

function Card({ sign, title, text }: { sign: string; title: string; text: string }) {
  return (
    <>
      <ContentIcon name={sign} />
      <b>{title}</b>
      <span>{text}</span>
    </>
  )
}

type Questions = { id: string; category: CategoryId; isShown: (item: number) => boolean }

function Questions({ id, category, isShown }: Questions) {
  const { title, lead, questions } = useTexts('pages/help').categories[category]
  const facts = useFacts()
  return (
    <div className={css.part} hidden={!questions.some((_, item) => isShown(item))}>
      <Section
        id={id}
        title={title}
        lead={
          <span className={css.signed}>
            <ContentIcon name={helpIcons[category]} /> {lead}
          </span>
        }
      >
        <Accordion>
          {questions.map(({ question, answer }, item) => (
            <AccordionItem key={question} name="help" isHidden={!isShown(item)} summary={<h3>{question}</h3>}>
              <p>
                <Rich
                  text={answer}
                  given={facts}
                  links={{ mail: mailTo(facts.email), dmcaMail: mailTo(facts.dmcaEmail) }}
                />
              </p>
            </AccordionItem>
          ))}
        </Accordion>
      </Section>
    </div>
  )
}

function Contact() {
  const { contact, bugSubject, bugQuestions } = useTexts('pages/help')
  const say = useSay()
  const facts = useFacts()
  // The user agent for the mail link that reports a bug. It is an empty text while the server renders. The
  // link also works without the user agent.
  const browser = useSyncExternalStore(
    neverChanges,
    () => navigator.userAgent,
    () => '',
  )
  const bugReport = [bugQuestions.join('\r\n\r\n'), browser].join('\r\n')
  return (
    <section className={css.contact} aria-labelledby="contact-title">
      <h2 id="contact-title">{contact.title}</h2>
      <p>{contact.text}</p>
      <div className={css.row}>
        <a className="btn btn-fill" href={useSupportMail()}>
          <Icon name="mail" /> {contact.mail}
        </a>
        <a className="btn btn-line" href={mailTo(facts.email, say(bugSubject, facts), bugReport)}>
          <Icon name="warning" /> {contact.bug}
        </a>
      </div>
    </section>
  )
}
