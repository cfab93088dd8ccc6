import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Save a public SoundCloud track in the form SoundCloud streams it, or as an MP3 with artist, title and artwork inside.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    '320kbps':
      'A SoundCloud track as MP3 at 320 kbps. Honestly: the stream holds 128 to 160 kbps, so 320 only makes sure that converting loses nothing audible.',
    'hq|high-quality':
      'The best that SoundCloud gives a guest is AAC at about 160 kbps. It is listed as the original, ahead of every MP3 made from it.',
    playlist:
      'Paste the link of a SoundCloud set to see its tracks, a hundred at a time. Pick one, choose its format and save it.',
    mp3: 'SoundCloud to MP3: the ready 128 kbps MP3 where SoundCloud still has one, and conversions from 128 to 320 kbps in any case.',
    converter:
      'Convert a SoundCloud stream to the MP3 that a DJ program, a car radio or an old player wants, and pick the rate yourself.',
    'save|saver':
      'Demos, bootlegs and mixes leave SoundCloud without notice. Save the ones whose makers allow it while they are up.',
    track:
      'One SoundCloud track, one file: the address has the artist’s name, a slash and the name of the track.',
    song: 'A song from SoundCloud for the hours without a network, as AAC or MP3 and with its cover.',
    music:
      'Music that artists put on SoundCloud for everybody. Paste a track’s link and hear it in the preview before you keep it.',
    audio: 'SoundCloud audio as a plain file: the stream as it is in an M4A, or an MP3 made from it.',
    media: 'SoundCloud media without its app: the sound, the square artwork and the names that belong to it.',
  },
  linkForms: [
    'soundcloud.com/artist/track',
    'soundcloud.com/artist/track/s-… – a private track that was shared by its secret link',
    'soundcloud.com/artist/sets/… – a set: its tracks are listed, a hundred at a time',
    'm.soundcloud.com/artist/track – the mobile site',
    'on.soundcloud.com/… – from the app’s share button',
    'snd.sc/… – old short links',
    'w.soundcloud.com/player/?url=… – the player of another site',
  ],
  notice:
    'Tracks of SoundCloud Go+ and much of what labels publish are protected by DRM and can’t be saved; the page says so. Where SoundCloud gives out a preview only, you get that preview, and it is marked as one.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'AAC at about 160 kbps, streamed in pieces. MP3 at 128 kbps. On some older uploads Opus at 64 kbps.',
    },
    {
      title: 'Formats we make',
      text: 'The AAC stream put together as one M4A, unchanged. MP3 of 128, 192, 256 or 320 kbps from the best stream there is.',
    },
    {
      title: 'Artwork that fits',
      text: 'The square cover goes into the file in its large size, and the uploader stands as the artist.',
    },
    {
      title: 'Secret links respected',
      text: 'A private track opens for whoever holds its secret link. Keep the “s-…” part; nobody else learns it from us.',
    },
  ],
  tips: [
    'When the artist offers a download button on SoundCloud, use that one: it may be the WAV or FLAC master.',
    'The link of a set lists its tracks to pick from. A profile or a likes page is refused with a hint.',
    'Long mixes are fine, up to {maxDuration}; choose M4A to save yourself the wait for converting.',
    'Look at the license under a track. Creative Commons tells you what you may do with your copy.',
  ],
  questions: [
    {
      question: 'Why can some SoundCloud tracks not be saved?',
      answer:
        'Their rights holders chose DRM, a Go+ subscription or certain countries. SoundCloud then gives a guest an encrypted stream, a snippet or nothing.',
    },
    {
      question: 'Does 320 kbps make a SoundCloud track sound better?',
      answer:
        'No. It can’t contain more than the stream it was made from. It is there for those whose software insists on it.',
    },
    {
      question: 'Can I download a SoundCloud playlist or album?',
      answer:
        'Its tracks, yes. Paste an address with “/sets/” in it, tick the tracks that you want, and save them as a ZIP.',
    },
    {
      question: 'Which SoundCloud format is closest to the upload?',
      answer:
        'The AAC stream. SoundCloud made it from the upload itself, and putting its pieces into one M4A changes nothing about the sound.',
    },
    {
      question: 'Are artist, title and cover in the SoundCloud file?',
      answer:
        'Yes, in the MP3s we make. A ready-made MP3 comes as SoundCloud stores it, often with few details or none.',
    },
    {
      question: 'Do private SoundCloud links work?',
      answer:
        'If you were given the link with its secret part, yes. A track set to private without such a link is visible to its owner alone.',
    },
    {
      question: 'Why does a SoundCloud mix take longer than a song?',
      answer:
        'A two-hour mix arrives in hundreds of ten-second pieces and, for MP3, is computed once through. The bar shows how far it is.',
    },
    {
      question: 'May I use a SoundCloud track in my video?',
      answer:
        'That is between you and its artist. Listening offline is one thing, publishing again needs a license, which a download doesn’t give.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['formats-make-142'],
  'intros.320kbps': ['formats-make-142', 'conversions-mp3-animated'],
  'intros.hq|high-quality': ['source-144'],
  'intros.playlist': ['youtube-playlist-vimeo'],
  'intros.mp3': ['formats-make-142'],
  'intros.converter': ['formats-make-142'],
  'intros.save|saver': [],
  'intros.track': [],
  'intros.song': ['artwork-fits-145'],
  'intros.music': ['listen-first-152'],
  'intros.audio': ['source-144'],
  'intros.media': ['artwork-fits-145'],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['youtube-playlist-vimeo'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  'linkForms.5': ['form-link-platform'],
  'linkForms.6': ['form-link-platform'],
  notice: ['items-drm-refused', 'preview-soundcloud-saved'],
  'features.0.title': ['formats-source-may'],
  'features.0.text': ['formats-source-may'],
  'features.1.title': ['formats-make-142'],
  'features.1.text': ['formats-make-142'],
  'features.2.title': ['artwork-fits-145'],
  'features.2.text': ['artwork-fits-145'],
  'features.3.title': ['secret-links-respected'],
  'features.3.text': ['secret-links-respected'],
  'tips.0': [],
  'tips.1': ['youtube-playlist-vimeo', 'link-profile-set'],
  'tips.2': ['items-up-4'],
  'tips.3': [],
  'questions.0.answer': ['preview-soundcloud-saved'],
  'questions.1.answer': ['conversions-mp3-animated'],
  'questions.2.answer': ['youtube-playlist-vimeo'],
  'questions.3.answer': ['formats-make-142'],
  'questions.4.answer': ['episode-details-inside'],
  'questions.5.answer': ['secret-links-respected'],
  'questions.6.answer': ['while-file-made'],
  'questions.7.answer': [],
}
