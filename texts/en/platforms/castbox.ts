import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Keep a Castbox episode outside of the app. Paste the address that the share button copies; free episodes come as the file behind them.',
  linkForms: [
    'castbox.fm/episode/Title-id123-id456 – an episode on the web',
    'castbox.fm/vb/456 – the app’s short form of it',
    'castbox.fm/x/… – the share link',
    'www.castbox.fm/episode/…?country=us – country and campaign marks don’t matter',
  ],
  notice:
    'What Castbox sells, such as audiobooks and premium shows, has no public file or is protected by DRM, and can’t be saved. Castbox also rebuilds its website now and then, and an episode may fail until we have caught up.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'MP3 mostly, M4A with AAC sometimes, as each podcaster uploads it.',
    },
    {
      title: 'Formats we make',
      text: 'MP3 in four rates (128, 192, 256, 320 kbps) with the cover and the name of the channel.',
    },
    {
      title: 'Read from the episode’s own page',
      text: 'Title, channel, picture and sound are read where a visitor’s browser finds them too.',
    },
    {
      title: 'Listen first',
      text: 'The preview plays the episode before you save it, and you can jump to any minute.',
    },
  ],
  tips: [
    'In the Castbox app: open the episode, tap the share sign, choose Copy link.',
    'An address with “/channel/” is a show. Open one of its episodes and use that address.',
    'If the app asks you to buy an episode or to go premium, no link to it will work for us.',
  ],
  questions: [
    {
      question: 'Are Castbox’s own downloads the same?',
      answer:
        'They stay inside the app and end with it. A file saved here is an ordinary MP3 or M4A, which you can play and copy anywhere.',
    },
    {
      question: 'Can I get a complete Castbox channel?',
      answer:
        'Episode by episode, yes. If you know the RSS feed of its show, paste that on the homepage and pick several at once.',
    },
    {
      question: 'Do Castbox livecasts work?',
      answer:
        'A livecast is a room, not a recording. Where the host publishes it later as an episode, that episode can be saved.',
    },
    {
      question: 'Why does a Castbox audiobook not appear?',
      answer: 'Audiobooks are sold and handed to paying accounts only. There is no public file to offer.',
    },
    {
      question: 'Which quality do Castbox episodes have?',
      answer: 'What the makers uploaded: 64 to 192 kbps for most.',
    },
    {
      question: 'Is a converted Castbox MP3 worse than its source?',
      answer:
        'A little in theory, inaudibly so at 192 kbps and above. If the source is an MP3 already, there is no reason to convert it.',
    },
    {
      question: 'What if a Castbox link stops working here?',
      answer:
        'Use “Report this link” in the error box. Until it is repaired, the same show is nearly always found in Apple Podcasts as well.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['read-episodes-own'],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  notice: ['episode-sold-public'],
  'features.0.title': ['formats-source-may'],
  'features.0.text': ['formats-source-may'],
  'features.1.title': ['formats-make-142'],
  'features.1.text': ['formats-make-142'],
  'features.2.title': ['read-episodes-own'],
  'features.2.text': ['read-episodes-own'],
  'features.3.title': ['listen-first-152'],
  'features.3.text': ['listen-first-152'],
  'tips.0': [],
  'tips.1': ['link-profile-set'],
  'tips.2': ['needs-login-private'],
  'questions.0.answer': ['formats-source-may'],
  'questions.1.answer': ['link-profile-set', 'youtube-playlist-vimeo'],
  'questions.2.answer': ['live-stream-refused'],
  'questions.3.answer': ['episode-sold-public'],
  'questions.4.answer': [],
  'questions.5.answer': [],
  'questions.6.answer': ['report-link-writes'],
}
