import type { Question } from '../content/copy.ts'
import { usePageData } from '../app/page-data.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { Contact } from '../parts/contact.tsx'
import { Downloader } from '../download/downloader.tsx'
import { Faq } from '../parts/faq.tsx'
import { Fold } from '../parts/fold.tsx'
import { HowItWorks } from '../parts/how-it-works.tsx'
import { PlatformKeys } from '../parts/platform-keys.tsx'
import { FactList, Section } from '../parts/section.tsx'
import { Link } from '../parts/link.tsx'
import { homeFacts, homeQuestions } from '../content/home.ts'
import css from './home.module.css'

const sentences = (text: string) => text.match(/[^.!?。]+[.!?。]*\s*/g) ?? [text]

export function Page() {
  const { brand, shown, retentionSeconds } = usePageData()
  const names = shown.map((one) => one.name)
  const questions: Question[] = homeQuestions(names, retentionSeconds)
  return (
    <main id="main">
      <Downloader
        action="/"
        heading={sentences(brand.branding.slogan).map((line) => (
          <span key={line} className={css.line}>
            {line}
          </span>
        ))}
        lede={brand.branding.tagline}
      />
      <div className="wrap">
        <section className={css.platforms} aria-labelledby="platforms-title">
          <h2 id="platforms-title" className="vh">
            Supported platforms
          </h2>
          <PlatformKeys />
        </section>
        <Fold />
        <AdSlot name="leaderboard" />
        <Section
          id="how"
          title="How It Works"
          lead="Paste, choose, save. The times are those of a short clip."
        >
          <HowItWorks />
        </Section>
        <Section id="features" title="Features" lead="What you get, stated plainly.">
          <FactList facts={homeFacts} />
        </Section>
        <Section
          id="faq"
          title="Questions"
          lead={
            <>
              Something else? <Link to="/help-center">Visit the help center</Link>.
            </>
          }
        >
          <Faq name="faq" questions={questions} isFirstOpen />
        </Section>
        <Contact />
      </div>
    </main>
  )
}
