import sprite from '../styles/glyphs.svg?url'
import css from './icon.module.css'

const drawings = {
  down: 'm6 9 6 6 6-6',
  next: 'm9 6 6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  paste: 'M9 4h6v3H9zM8 5.5H6v15h12v-15h-2',
  warning: 'M12 3.5 2.5 20h19zM12 10v4.5M12 17.2v.1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  back: 'M19 12H5m6-6-6 6 6 6',
  save: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11v9h12v-9',
  again: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 14',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  phone: 'M7 2.5h10v19H7zM11 18.5h2',
  play: 'M7 4.5v15l12-7.5z',
  picture: 'M3.5 5h17v14h-17zM4 17l5-5 4 4 3-3 4.5 4.5M15.5 9.5v.1',
  note: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
} as const

/** They point along the line of reading. */
const MIRRORED: ReadonlySet<string> = new Set(['next', 'back'])

export function Icon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className={MIRRORED.has(name) ? 'ico mirrored' : 'ico'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}

export function Glyph({ id }: { id: string }) {
  return (
    <svg className={css.glyph} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite}#${id}`} />
    </svg>
  )
}
