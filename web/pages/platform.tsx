import { inBrand, isShown } from '#contract/brand-platforms.ts'
import { pageOf } from '#contract/platforms/index.ts'
import { exampleOf } from '../content/example.ts'
import { headingAt } from '../content/heading.ts'
import { introAt } from '../content/keyword.ts'
import { useBrand } from '../app/page-data.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { useFacts } from '../app/use-facts.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { Contact } from '../parts/contact.tsx'
import { Downloader } from '../download/downloader.tsx'
import { Faq } from '../parts/faq.tsx'
import { Fold } from '../parts/fold.tsx'
import { Rich } from '../parts/rich.tsx'
import { FactList, Section } from '../parts/section.tsx'
import css from './platform.module.css'

export function Page({ path: address }: { path: string }) {
  const brand = useBrand()
  const found = pageOf(address)
  if (!found) throw new Error(`no platform at ${address}`)
  const { path } = found
  const platform = inBrand(brand, found.platform)
  const texts = useTexts(`platforms/${platform.id}`)
  const facts = useFacts()
  const ui = useTexts('ui').platform
  const say = useSay()
  return (
    <main id="main">
      <Downloader
        platform={platform}
        action={`/${path}`}
        heading={headingAt(platform, texts, path) ?? say(ui.heading, { platform: platform.displayName })}
        lede={introAt(texts, path)}
        example={exampleOf(texts)}
        autoStart={platform.autoStart === true}
      >
        {!isShown(brand, platform) && (
          <p className={css.notice}>
            {say(ui.switchedOff, { name: brand.branding.name, platform: platform.displayName })}
          </p>
        )}
      </Downloader>
      <Fold />
      <div className="wrap">
        <Section id="links" title={ui.links} lead={ui.linksLead}>
          <div>
            <ul className={css.forms}>
              {texts.linkForms.map((form) => (
                <li key={form}>
                  <code dir="auto">
                    <Rich text={form} />
                  </code>
                </li>
              ))}
            </ul>
            {texts.notice && (
              <p className={css.notice}>
                <Rich text={texts.notice} given={facts} />
              </p>
            )}
          </div>
        </Section>
        {texts.about && (
          <Section id="about" title={texts.about.title}>
            <div className={css.prose}>
              {texts.about.paragraphs.map((text) => (
                <p key={text}>
                  <Rich text={text} given={facts} />
                </p>
              ))}
            </div>
          </Section>
        )}
        <AdSlot name="responsive" />
        <Section id="features" title={ui.features}>
          <FactList facts={texts.features} given={facts} />
        </Section>
        <Section id="tips" title={ui.tips}>
          <ul className={css.tips}>
            {texts.tips.map((tip) => (
              <li key={tip}>
                <Rich text={tip} given={facts} />
              </li>
            ))}
          </ul>
        </Section>
        <Section id="faq" title={ui.faq}>
          <Faq name="faq" questions={texts.questions} given={facts} />
        </Section>
        <Contact />
      </div>
    </main>
  )
}
