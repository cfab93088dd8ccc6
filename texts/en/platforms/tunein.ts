import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Save an episode of a show or podcast from TuneIn. Live stations are for listening: a stream without an end can’t become a file.',
  linkForms: [
    'tunein.com/podcasts/…-p123/?topicId=456 – one episode; the topicId names it',
    'tunein.com/podcasts/…-p123/ – a show: its newest episodes are listed',
    'tunein.com/embed/player/t456 – the same episode in its small player',
    'tunein.com/radio/…-s123 – a station: it is live, so the page points you to its recorded shows',
    'tun.in/… – the short link',
  ],
  notice:
    'TuneIn Premium, with its sports and ad-free news, and what is protected by DRM can’t be saved. Neither can a station: it is live.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'Episodes: MP3, at 64 to 192 kbps as the broadcaster made them; sometimes AAC.',
    },
    {
      title: 'Formats we make',
      text: 'MP3 with 128, 192, 256 or 320 kbps. For news and talk the smallest is plenty.',
    },
    {
      title: 'Radio after the broadcast',
      text: 'Many stations publish their programs as a podcast within hours. That edition is a finished file, and TuneIn often lists it.',
    },
    {
      title: 'Sorted by program',
      text: 'The name of the show and the date go into converted files, which keeps a week of news bulletins in order.',
    },
  ],
  tips: [
    'For an older episode, open it on tunein.com; its address then ends with “topicId=” and a number.',
    'From the TuneIn app, Share gives an address of the show. Paste it to see its newest episodes.',
    'Missed a live game or a morning show? Search TuneIn for the name of the program under Podcasts.',
  ],
  questions: [
    {
      question: 'Can I record a TuneIn radio station?',
      answer:
        'No. A station never ends, so there is no file to finish. The page says that it is a live station; try the program’s podcast instead.',
    },
    {
      question: 'Which TuneIn links work?',
      answer:
        'Those of a single episode, recognizable by topicId, and those of a show, which list its newest episodes to pick from.',
    },
    {
      question: 'Does TuneIn Premium content work?',
      answer:
        'It is paid for, and TuneIn gives no file of it to others, so it doesn’t. The free part of the catalog needs no account, neither yours nor ours.',
    },
    {
      question: 'What quality do TuneIn episodes have?',
      answer:
        'The quality of the broadcaster’s own upload, mostly 96 or 128 kbps for speech. A larger MP3 made from it takes more room and sounds alike.',
    },
    {
      question: 'Why is a TuneIn episode gone after a few weeks?',
      answer:
        'News programs clear out their feeds, and TuneIn only points to the file. When the broadcaster deletes it, there is nothing left to fetch.',
    },
    {
      question: 'Can I save TuneIn music stations?',
      answer:
        'Stations, no. Recorded music shows that appear as an episode, yes, provided their station has published them openly.',
    },
    {
      question: 'Why does TuneIn say the station isn’t available in my region?',
      answer:
        'Broadcasting rights end at borders, and what counts for us is the country our server is in. Episodes are limited far less often than live streams.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['form-link-platform', 'live-stream-refused'],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['youtube-playlist-vimeo'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  notice: ['episode-sold-public', 'live-stream-refused'],
  'features.0.title': ['formats-source-may'],
  'features.0.text': ['formats-source-may'],
  'features.1.title': ['formats-make-142'],
  'features.1.text': ['formats-make-142'],
  'features.2.text': [],
  'features.3.title': ['sorted-program-148'],
  'features.3.text': ['sorted-program-148'],
  'tips.0': ['form-link-platform'],
  'tips.1': ['form-link-platform', 'youtube-playlist-vimeo'],
  'tips.2': [],
  'questions.0.answer': ['live-stream-refused'],
  'questions.1.answer': ['youtube-playlist-vimeo'],
  'questions.2.answer': ['episode-sold-public', 'page-never-asks'],
  'questions.3.answer': [],
  'questions.4.answer': [],
  'questions.5.answer': ['live-stream-refused', 'form-link-platform'],
  'questions.6.answer': [],
}
