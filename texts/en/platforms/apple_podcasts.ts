import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Save a podcast episode by its Apple Podcasts link: the very file that its makers publish, with show, title and cover.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    mp3: 'A podcast episode as MP3. Most shows publish MP3 in the first place, and then it is simply handed on; an AAC episode is converted at the rate you pick.',
    converter:
      'Turn a podcast episode into an MP3 of 128, 192, 256 or 320 kbps, for a car stereo or a player that balks at AAC.',
    offline:
      'Episodes for the plane, the cellar and the mountain: a file needs no app and no subscription, and doesn’t vanish when the feed is trimmed.',
    'high-quality':
      'The highest quality of a podcast is the file its makers uploaded. It is listed first; anything converted can only be equal or worse.',
    audio:
      'Keep the audio of an episode as a plain file that any player opens, sorted by show thanks to the details inside it.',
    itunes:
      'Old iTunes addresses of a podcast still work: they open the same episode in Apple Podcasts, where the show is today.',
    'save|saver':
      'An episode can be taken down, re-cut or moved behind a subscription. The copy you save stays as it was on the day.',
    episode:
      'One episode at a time: open it in Apple Podcasts, copy its link, and the number behind “?i=” tells us which one you mean.',
    media:
      'Podcast media as published: spoken word for the most part, music shows in stereo, now and then an episode with video.',
  },
  linkForms: [
    'podcasts.apple.com/us/podcast/…/id…?i=… – an episode, in any country’s store',
    'podcasts.apple.com/podcast/id…?i=… – without the country',
    'itunes.apple.com/…/podcast/…/id…?i=… – from the days of iTunes',
    'podcasts.apple.com/us/podcast/…/id… – a show: its newest episodes are listed, a hundred at a time',
  ],
  notice:
    'Episodes for subscribers have no public file or are protected by DRM, and can’t be saved. Free episodes are open files on the show’s own server, and those are what you get here.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'MP3, by far the most common. M4A with AAC. Rarely an MP4 or M4V where the show films itself.',
    },
    {
      title: 'Formats we make',
      text: 'MP3 at 128, 192, 256 and 320 kbps, and M4A, Opus, FLAC and WAV, each marked as converted. An original is never re-encoded without your asking.',
    },
    {
      title: 'Episode details inside',
      text: 'Converted files carry title, show, season, episode, date and the cover, so that a player sorts them. Originals keep the tags they came with.',
    },
    {
      title: 'From the source',
      text: 'Apple lists podcasts but doesn’t hold them. The file comes from the host that the makers chose, so it is no copy of a copy.',
    },
  ],
  tips: [
    'In Apple Podcasts: the three dots beside the episode, then Share Episode, then Copy Link.',
    'No “?i=” in the link? Then it is the show’s page, and its newest episodes are listed to pick from.',
    'Got the RSS address of a show? Paste it on the homepage: its episodes are listed, the newest first.',
    'Many hosts put advertising into an episode at the moment of download, so two copies may differ in length by a minute.',
  ],
  questions: [
    {
      question: 'Which podcasts can be saved?',
      answer:
        'Every free episode that Apple Podcasts lists, since its file is public. Subscriber-only, early-access and bonus episodes have none and stay out of reach.',
    },
    {
      question: 'MP3 or the original of a podcast?',
      answer:
        'Take the original. It is usually an MP3 already, and re-encoding speech at a higher rate makes the file bigger and no clearer.',
    },
    {
      question: 'Can I save a whole show or season from Apple Podcasts?',
      answer:
        'Its episodes, yes. The link of the show lists the newest ones, a hundred at a time; tick those that you want and save them as a ZIP.',
    },
    {
      question: 'Why does the downloaded episode differ from what I heard in Apple Podcasts?',
      answer:
        'Its host may insert other advertisements for our server’s country or the time of day. The program itself is the same.',
    },
    {
      question: 'Do chapters and transcripts of a podcast come along?',
      answer:
        'Chapters that are stored in the original file stay in it. Transcripts are made and kept by Apple and aren’t part of the file.',
    },
    {
      question: 'Do I need an iPhone or an Apple account for Apple Podcasts links?',
      answer:
        'Neither. Any browser opens podcasts.apple.com, and the link works here from Android, Windows or Linux all the same.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['source-144'],
  'intros.mp3': ['formats-make-142'],
  'intros.converter': ['formats-make-142'],
  'intros.offline': [],
  'intros.high-quality': ['source-144'],
  'intros.audio': ['episode-details-inside'],
  'intros.itunes': ['form-link-platform'],
  'intros.save|saver': [],
  'intros.episode': ['form-link-platform'],
  'intros.media': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['youtube-playlist-vimeo'],
  notice: ['episode-sold-public', 'source-144'],
  'features.0.title': ['formats-source-may'],
  'features.0.text': ['formats-source-may'],
  'features.1.title': ['formats-make-142'],
  'features.1.text': ['formats-make-142', 'source-144'],
  'features.2.title': ['episode-details-inside'],
  'features.2.text': ['episode-details-inside', 'source-144'],
  'features.3.title': ['source-144'],
  'features.3.text': ['source-144'],
  'tips.0': [],
  'tips.1': ['youtube-playlist-vimeo'],
  'tips.2': ['newest-episode-feed'],
  'tips.3': [],
  'questions.0.answer': ['source-144', 'episode-sold-public'],
  'questions.1.answer': [],
  'questions.2.answer': ['youtube-playlist-vimeo'],
  'questions.3.answer': [],
  'questions.4.answer': ['source-144', 'file-holds-picture'],
  'questions.5.answer': ['app-needed-154'],
}
