import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  platformsTitle: 'Supported platforms',
  how: {
    title: 'How It Works',
    lead: 'Paste, choose, save. The times are those of a short clip.',
  },
  steps: {
    paste: {
      title: 'Paste the link',
      text: 'From the address bar or an app’s share button. A whole share message works too: the link is found in it.',
    },
    choose: {
      title: 'Choose a format',
      text: 'With sound, without, or the sound alone. You see size and resolution before you choose.',
      audio: 'Audio',
    },
    download: {
      title: 'Download',
      text: 'The file is saved to your device as soon as it is ready. Our copy is deleted on its own.',
    },
  },
  features: {
    title: 'Features',
    lead: 'What you get, stated plainly.',
  },
  facts: [
    {
      title: 'No watermark',
      text: 'The picture is the source’s own. Nothing is stamped on it.',
    },
    {
      title: 'Up to 4K',
      text: 'Every resolution that the platform gives us is listed.',
    },
    {
      title: 'Audio on its own',
      text: 'The original track as it is, or an MP3 made from it.',
    },
    {
      title: 'No registration',
      text: 'No account, no email address, no app. Open the page and paste.',
    },
    {
      title: 'Checked before you save',
      text: 'We check a file that we put together before you get it: it plays, seeks and opens in editors.',
    },
    {
      title: 'Public links only',
      text: 'We don’t fetch private, paid or login-only items.',
    },
  ],
  faq: {
    title: 'Questions',
    lead: 'Something else? <help>Visit the help center</help>.',
  },
  morePlatforms: '{platforms} and more',
  questions: [
    {
      question: 'Is it free?',
      answer: 'Yes. There is no account, no trial and no paid plan.',
    },
    {
      question: 'Which platforms are supported?',
      answer:
        '{platforms}. Many other sites with a public video or an audio file work as well: paste the link and see.',
    },
    {
      question: 'What quality can I download?',
      answer:
        'What the platform publishes, up to 4K where there is 4K. You see the size of each choice, as far as it is known, and whether a file is converted.',
    },
    {
      question: 'Is my download private?',
      answer:
        'There is no account, and we keep no list of your links. Files we make are deleted within {retention}, or at once when you press Delete now.',
    },
    {
      question: 'Why does a link fail?',
      answer:
        'Private, removed, paid and login-only items can’t be fetched, and now and then a site limits our servers. The message tells you which it was.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  'how.lead': ['pasted-link-shows', 'times-how-works'],
  'steps.paste.title': ['pasted-link-shows'],
  'steps.paste.text': ['pasted-link-shows', 'whole-share-message'],
  'steps.choose.text': ['audio-own-95', 'row-shows-resolution'],
  'steps.download.title': ['pasted-link-shows'],
  'steps.download.text': ['pasted-link-shows', 'merged-files-deleted'],
  'features.lead': [],
  'facts.0.title': ['watermark-93'],
  'facts.0.text': ['watermark-93'],
  'facts.1.title': ['up-4k-94'],
  'facts.1.text': ['up-4k-94'],
  'facts.2.title': ['audio-own-95'],
  'facts.2.text': ['audio-own-95'],
  'facts.3.text': ['account-app-extension', 'pasted-link-shows'],
  'facts.4.title': ['checked-before-you'],
  'facts.4.text': ['checked-before-you'],
  'facts.5.title': ['public-links-98'],
  'facts.5.text': ['public-links-98'],
  'faq.lead': [],
  'questions.0.answer': ['free-trial-paid'],
  'questions.1.answer': ['many-other-sites'],
  'questions.2.answer': ['up-4k-94', 'row-shows-resolution'],
  'questions.3.answer': ['account-profile-list', 'delete-now-removes'],
  'questions.4.answer': ['message-says-why'],
}
