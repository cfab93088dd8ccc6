import { use } from 'react'
import { pageOf } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { isShown } from '../brand.ts'
import type { PlatformCopy } from '../content/copy.ts'
import { exampleOf } from '../content/example.ts'
import { headingAt } from '../content/heading.ts'
import { platformCopy } from '../content/platforms.ts'
import { useBrand } from '../app/page-data.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { Contact } from '../parts/contact.tsx'
import { Downloader } from '../download/downloader.tsx'
import { Faq } from '../parts/faq.tsx'
import { Fold } from '../parts/fold.tsx'
import { marked } from '../parts/marked.tsx'
import { FactList, Section } from '../parts/section.tsx'
import css from './platform.module.css'

const loaded = new Map<string, Promise<PlatformCopy>>()

/** Returns the same promise for every call, because React's `use` requires that. */
function copyOf(platform: Platform): Promise<PlatformCopy> {
  const known = loaded.get(platform.id)
  if (known) return known
  const copy = platformCopy[platform.id]!()
  loaded.set(platform.id, copy)
  return copy
}

export function Page({ path: address }: { path: string }) {
  const brand = useBrand()
  const found = pageOf(address)
  if (!found) throw new Error(`no platform at ${address}`)
  const { platform, path } = found
  const copy = use(copyOf(platform))
  return (
    <main id="main">
      <Downloader
        platform={platform}
        action={`/${path}`}
        heading={headingAt(platform, copy, path)}
        lede={copy.intro(path)}
        example={exampleOf(copy)}
        autoStart={platform.autoStart === true}
      >
        {!isShown(brand, platform) && (
          <p className={css.notice}>
            {brand.branding.name} doesn’t take {platform.displayName} links at the moment.
          </p>
        )}
        {copy.translation && (
          <p className={css.notice} lang={copy.translation.lang}>
            {copy.translation.form}
          </p>
        )}
      </Downloader>
      <Fold />
      <div className="wrap">
        <Section id="links" title="Links that work" lead="Public links of these forms.">
          <div>
            <ul className={css.forms}>
              {copy.linkForms.map((form) => (
                <li key={form}>
                  <code>{marked(form)}</code>
                </li>
              ))}
              {copy.translation?.linkForms.map((form) => (
                <li key={form} lang={copy.translation?.lang}>
                  <code>{form}</code>
                </li>
              ))}
            </ul>
            {copy.notice && <p className={css.notice}>{marked(copy.notice)}</p>}
          </div>
        </Section>
        {copy.about && (
          <Section id="about" title={copy.about.title} lang={copy.about.lang}>
            <div className={css.prose}>
              {copy.about.paragraphs.map((text) => (
                <p key={text}>{copy.about?.lang ? text : marked(text)}</p>
              ))}
            </div>
          </Section>
        )}
        <AdSlot name="responsive" />
        <Section id="features" title="Features">
          <FactList facts={copy.features} show={marked} />
        </Section>
        <Section id="tips" title="Tips">
          <ul className={css.tips}>
            {copy.tips.map((tip) => (
              <li key={tip}>{marked(tip)}</li>
            ))}
            {copy.translation?.tips.map((tip) => (
              <li key={tip} lang={copy.translation?.lang}>
                {tip}
              </li>
            ))}
          </ul>
        </Section>
        <Section id="faq" title="Questions">
          <Faq name="faq" questions={copy.questions} show={marked} translation={copy.translation} />
        </Section>
        <Contact />
      </div>
    </main>
  )
}
