import { useState, type ComponentProps } from 'react'
import css from './item-title.module.css'

const LONG_TITLE = 120
const TALL = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Arab}\p{sc=Deva}]/u

type Props = ComponentProps<'h2'> & { as: 'h1' | 'h2'; title: string }

export function ItemTitle({ as: Heading, title, className = '', ...rest }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = title.length > LONG_TITLE
  const looks = [className, TALL.test(title) && css.tall, isLong && !isOpen && css.clamped]
  return (
    <>
      <Heading {...rest} dir="auto" className={looks.filter(Boolean).join(' ')}>
        {title}
      </Heading>
      {isLong && (
        <button
          type="button"
          className={css.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Show less of the title' : 'Show more of the title'}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}
