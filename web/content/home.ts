import { spanText } from './display.ts'
import type { Blurb, Question } from './copy.ts'

export const homeFacts: readonly Blurb[] = [
  { title: 'No watermark', text: 'The picture is the source’s own. Nothing is stamped on it.' },
  { title: 'Up to 4K', text: 'Every resolution the platform publishes is listed.' },
  { title: 'Audio on its own', text: 'The original track as it is, or an MP3 made from it.' },
  { title: 'No registration', text: 'No account, no mail address, no app. Open the page and paste.' },
  {
    title: 'Checked before you save',
    text: 'A file we put together is read through first: it plays, seeks and edits.',
  },
  { title: 'Public links only', text: 'What is private, paid or behind a login is not for us to fetch.' },
]

export function homeQuestions(platforms: readonly string[], retentionSeconds: number): Question[] {
  const named = platforms.slice(0, 9).join(', ')
  return [
    { question: 'Is it free?', answer: 'Yes. There is no account, no trial and no paid plan.' },
    {
      question: 'Which platforms are supported?',
      answer: `${named}${platforms.length > 9 ? ' and more' : ''}. Many other sites with a public video or an audio file work as well: paste the link and see.`,
    },
    {
      question: 'What quality can I download?',
      answer:
        'What the platform publishes, up to 4K where there is 4K. The list shows size and bitrate of each choice, and says so where a file is converted.',
    },
    {
      question: 'Is my download private?',
      answer: `You stay anonymous. Files we make are deleted within ${spanText(retentionSeconds)}, or at once when you press Delete now.`,
    },
    {
      question: 'Why does a link fail?',
      answer:
        'Private, removed, paid and login-only items can’t be fetched, and now and then a site limits our servers. The message tells which it was.',
    },
  ]
}
