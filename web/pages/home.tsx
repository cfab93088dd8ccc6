import { usePageData } from '../app/page-data.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { Contact } from '../parts/contact.tsx'
import { Downloader } from '../download/downloader.tsx'
import { Faq } from '../parts/faq.tsx'
import { Fold } from '../parts/fold.tsx'
import { HowItWorks } from '../parts/how-it-works.tsx'
import { PlatformKeys } from '../parts/platform-keys.tsx'
import { FactList, Section } from '../parts/section.tsx'
import { Rich } from '../parts/rich.tsx'
import { brandWords } from '../routing/brand-words.ts'
import css from './home.module.css'

/** How many platforms an answer names. */
const NAMED = 9

const sentences = (text: string) => text.match(/[^.!?。]+[.!?。]*\s*/g) ?? [text]

export function Page() {
  const texts = useTexts('pages/home')
  const say = useSay()
  const { brand, shown, language, retention } = usePageData()
  const { slogan, tagline } = brandWords(brand, language, useTexts('heads'))
  const named = shown
    .slice(0, NAMED)
    .map((one) => one.name)
    .join(', ')
  const platforms = shown.length > NAMED ? say(texts.morePlatforms, { platforms: named }) : named
  const given = { platforms, retention }
  return (
    <main id="main">
      <Downloader
        action="/"
        heading={sentences(slogan).map((line) => (
          <span key={line} className={css.line}>
            {line}
          </span>
        ))}
        lede={tagline}
      />
      <div className="wrap">
        <section className={css.platforms} aria-labelledby="platforms-title">
          <h2 id="platforms-title" className="vh">
            {texts.platformsTitle}
          </h2>
          <PlatformKeys />
        </section>
        <Fold />
        <AdSlot name="leaderboard" />
        <Section id="how" title={texts.how.title} lead={texts.how.lead}>
          <HowItWorks />
        </Section>
        <Section id="features" title={texts.features.title} lead={texts.features.lead}>
          <FactList facts={texts.facts} />
        </Section>
        <Section id="faq" title={texts.faq.title} lead={<Rich text={texts.faq.lead} />}>
          <Faq name="faq" questions={texts.questions} given={given} isFirstOpen />
        </Section>
        <Contact />
      </div>
    </main>
  )
}
