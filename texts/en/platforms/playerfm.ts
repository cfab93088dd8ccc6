import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Player.FM points to the files that podcasters publish. Paste the address of an episode and get that file, or an MP3 in the size you like.',
  linkForms: [
    'player.fm/series/…/…',
    'de.player.fm/series/…/…, fr., es. and the other languages',
    'player.fm/1AbCdEf – the short code of an episode',
  ],
  notice:
    'A few shows sell their episodes. Those have no public file or are protected by DRM, and can’t be saved. All others are open.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'MP3 for the great majority of shows. AAC as M4A. Ogg Vorbis or Opus from a few free-software shows.',
    },
    {
      title: 'Formats we make',
      text: 'An MP3 of your choice: 128, 192, 256 or 320 kbps, always labeled as converted.',
    },
    {
      title: 'Size known beforehand',
      text: 'Player.FM publishes how large an episode’s file is, so you see it before you spend your data.',
    },
    {
      title: 'All language editions',
      text: 'The German, French and Vietnamese editions share one catalog. Links of each of them work.',
    },
  ],
  tips: [
    'On the page of a show, click the title of an episode; the address grows by a second part, and that one works.',
    'The Player.FM app shares the same addresses: Share, then Copy.',
    'If an episode fails, look for it in Apple Podcasts; both read the same feed, and one may be fresher.',
  ],
  questions: [
    {
      question: 'What does Player.FM have to do with the audio file?',
      answer:
        'It is a directory. The podcaster’s host holds the episode, Player.FM tells where, and we fetch it from there.',
    },
    {
      question: 'Can I save a whole series from Player.FM?',
      answer:
        'Not by the address of the series. With the RSS feed of its show, yes: the homepage lists the episodes, and those that you tick are saved as a ZIP.',
    },
    {
      question: 'Is a Player.FM account or its premium plan necessary?',
      answer:
        'Not for open shows. The premium plan concerns the app: synchronizing, search, playlists. The episode pages are public.',
    },
    {
      question: 'Which MP3 rate should I take for a Player.FM episode?',
      answer:
        'None, if the original is an MP3: keep that. Otherwise 128 kbps for voices and 192 for music will do.',
    },
    {
      question: 'Why does a Player.FM episode say “not found” although it is listed?',
      answer:
        'The directory remembers longer than the host. When a podcaster removes the file, the entry stays for some time and leads nowhere.',
    },
    {
      question: 'Do the show notes of a Player.FM episode come along?',
      answer:
        'Their beginning is shown in the result. An MP3 that we make holds title, author and cover; links and long texts remain on the episode’s page.',
    },
    {
      question: 'Can I paste the RSS feed of a show instead of a Player.FM link?',
      answer:
        'On the homepage, yes. The episodes of the feed are listed with their titles, the newest first.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['formats-source-may'],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  notice: ['episode-sold-public'],
  'features.0.title': ['formats-source-may'],
  'features.0.text': ['formats-source-may'],
  'features.1.title': ['formats-make-142'],
  'features.1.text': ['formats-make-142'],
  'features.2.title': ['size-known-beforehand'],
  'features.2.text': ['size-known-beforehand'],
  'features.3.title': ['all-language-editions'],
  'features.3.text': ['all-language-editions'],
  'tips.0': ['form-link-platform'],
  'tips.1': [],
  'tips.2': [],
  'questions.0.answer': ['source-144'],
  'questions.1.answer': ['link-profile-set', 'youtube-playlist-vimeo'],
  'questions.2.answer': [],
  'questions.3.answer': [],
  'questions.4.answer': [],
  'questions.5.answer': ['beginning-description-shown', 'episode-details-inside'],
  'questions.6.answer': ['newest-episode-feed'],
}
