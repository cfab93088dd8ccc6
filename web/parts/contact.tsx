import { useBrand } from '../app/page-data.ts'
import { useTexts } from '../app/texts.ts'
import css from './contact.module.css'
import { Icon } from './icon.tsx'

export function Contact() {
  const { contact } = useBrand()
  const texts = useTexts('ui').contact
  return (
    <section className={css.contact} aria-labelledby="contact-title">
      <div>
        <h2 id="contact-title">{texts.title}</h2>
        <p>{texts.text}</p>
      </div>
      <a className={`btn ${css.mail}`} href={`mailto:${contact.email}`}>
        <Icon name="mail" /> {texts.button}
      </a>
    </section>
  )
}
