import type { PlatformCopy } from '../copy.ts'
import { introBy } from '../keyword.ts'

export const copy: PlatformCopy = {
  intro: introBy(
    'Player.FM points to the files that podcasters publish. Paste the address of an episode and get that file, or an MP3 in the size you like.',
  ),
  linkForms: [
    'player.fm/series/name-of-the-show/name-of-the-episode',
    'de.player.fm/series/…/…, fr., es. and the other languages',
    'player.fm/1AbCdEf – the short code of an episode',
  ],
  notice:
    'A few shows guard their audio with DRM or a paid feed, and Player.FM plays those only to subscribers. All others are open.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'MP3 for the great majority of shows. AAC as M4A. Ogg Vorbis or Opus from a few free-software shows.',
    },
    {
      title: 'Formats we make',
      text: 'An MP3 of your choice: 128, 192, 256 or 320 kbps, always labelled as converted.',
    },
    {
      title: 'Size known beforehand',
      text: 'Player.FM publishes how large an episode’s file is, so the row tells you before you spend your data.',
    },
    {
      title: 'All language editions',
      text: 'The German, French or Vietnamese edition is the same catalogue in other clothes. Any of their links is understood.',
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
        'It is a directory. The episode lies at the podcaster’s host, Player.FM tells where, and we fetch it from there.',
    },
    {
      question: 'Can I save a whole series from Player.FM?',
      answer:
        'An address with the series alone isn’t enough; please pick an episode. Taking many means pasting many links.',
    },
    {
      question: 'Is a Player.FM account or its premium plan necessary?',
      answer:
        'Not for open shows. The premium plan concerns the app: synchronising, search, playlists. The episode pages are public.',
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
        'Their beginning is shown in the result. The file holds title, series and cover; links and long texts remain on the episode’s page.',
    },
    {
      question: 'Can I paste the RSS feed of a show instead of a Player.FM link?',
      answer: 'On the home page, yes. It offers the newest episode of the feed and tells you its title.',
    },
  ],
}
