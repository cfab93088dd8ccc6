const drawings = {
  play: 'M7 4.5v15l12-7.5z',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4',
  wrench:
    'M14.5 6.5a4.5 4.5 0 0 1 5.6-1.4L17 8.2l.4 2.4 2.4.4 2.9-2.9a4.5 4.5 0 0 1-6 5.6L8.5 21.5l-4-4 8.2-8.2a4.5 4.5 0 0 1 1.8-2.8z',
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 7a3 3 0 0 0 5 0zM19 7l-2.5 7a3 3 0 0 0 5 0z',
  chat: 'M4 5h16v11H10l-4.5 4v-4H4zM8 9.5h8M8 12.5h5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  inbox: 'M4 13 6.5 5h11L20 13v6H4zM4 13h4.5l1.5 3h4l1.5-3H20',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  cookie:
    'M12 3.5a8.5 8.5 0 1 0 8.5 8.5 4 4 0 0 1-4.2-4.2A4 4 0 0 1 12 3.5zM8.5 10v.1M9.5 15v.1M14.5 15.5v.1',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  reply: 'M9 6 4 11l5 5M4 11h9a7 7 0 0 1 7 7',
  warning: 'M12 3.5 2.5 20h19zM12 10v4.5M12 17.2v.1',
  handshake: 'm3 8 5-3 4 2 4-2 5 3v7l-3 1-5 4-4-1-6-4zM12 7 8.5 11a2 2 0 0 0 3 2.5L13 12l5 4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  heart: 'M12 20s-8-4.6-8-10.3A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.7C20 15.4 12 20 12 20z',
  question: 'M9 9a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.3-1.6 2.5M12 17.3v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  book: 'M4 5c3-1 6-.5 8 1 2-1.500 5-2 8-1v14c-3-1-6-.5-8 1-2-1.500-5-2-8-1zM12 6v14',
} as const

/**
 * A decorative icon of the content pages. Its drawings are not part of `Icon`, so that they stay out of the
 * entry chunk.
 */
export function ContentIcon({ name }: { name: string }) {
  if (!Object.hasOwn(drawings, name)) return null
  return (
    <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name as keyof typeof drawings]} />
    </svg>
  )
}

export const isContentIcon = (name: string): boolean => Object.hasOwn(drawings, name)
