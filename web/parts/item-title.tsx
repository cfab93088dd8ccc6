import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { useTexts } from '../app/texts.ts'
import css from './item-title.module.css'

const LONG_TITLE = 120
/** Letters stand out of their lines by less than this part of the two lines. */
const NEXT_LINE = 1.3
const TALL = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Arab}\p{sc=Deva}]/u

type Props = ComponentProps<'h2'> & {
  as: 'h1' | 'h2'
  title: string
  /** Cuts any title to two lines. Where the server renders the page, the button would move it. */
  isMeasured?: boolean
}

function useIsCut(title: string, isMeasured: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCut, setIsCut] = useState(title.length > LONG_TITLE)
  useLayoutEffect(() => {
    if (!isMeasured) return
    const measure = () => {
      const { scrollHeight, clientHeight } = heading.current!
      setIsCut(scrollHeight > clientHeight * NEXT_LINE)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [isMeasured])
  return { heading, isCut }
}

export function ItemTitle({ as: Heading, title, isMeasured = false, className = '', ...rest }: Props) {
  const { showMore, showLess, moreOfTitle, lessOfTitle } = useTexts('ui')
  const [isOpen, setIsOpen] = useState(false)
  const { heading, isCut } = useIsCut(title, isMeasured && !isOpen)
  const looks = [className, TALL.test(title) && css.tall, (isMeasured || isCut) && !isOpen && css.clamped]
  return (
    <>
      <Heading {...rest} ref={heading} dir="auto" className={looks.filter(Boolean).join(' ')}>
        {title}
      </Heading>
      {isCut && (
        <button
          type="button"
          className={css.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? lessOfTitle : moreOfTitle}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? showLess : showMore}
        </button>
      )}
    </>
  )
}
