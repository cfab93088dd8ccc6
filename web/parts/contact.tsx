import { useBrand } from '../app/page-data.ts'
import css from './contact.module.css'
import { Icon } from './icon.tsx'

export function Contact() {
  const { contact } = useBrand()
  return (
    <section className={css.contact} aria-labelledby="contact-title">
      <div>
        <h2 id="contact-title">Stuck on a link?</h2>
        <p>Tell us which one and what happened.</p>
      </div>
      <a className={`btn ${css.mail}`} href={`mailto:${contact.email}`}>
        <Icon name="mail" /> Contact Support
      </a>
    </section>
  )
}
