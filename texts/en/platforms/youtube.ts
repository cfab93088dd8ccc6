import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Save a public YouTube video, Short or finished live stream as one file. You see the resolutions that YouTube gives us before you choose.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    mp3: 'Turn the sound of a YouTube video into an MP3. YouTube itself keeps sound as Opus or AAC, so the MP3 is a conversion, and 192 kbps keeps practically all of it.',
    mp4: 'Save a YouTube video as MP4 with H.264 picture and AAC sound: the pair that phones, televisions and editing programs open without asking.',
    '4k|uhd':
      'Take YouTube videos in 2160p where the channel uploaded them in 4K. They come as VP9 or AV1, which newer screens and players handle and older ones may not.',
    '1080p|full-hd':
      'In Full HD, YouTube sends picture and sound apart. We fetch both and join them, so your 1080p file isn’t silent.',
    '720p|hd':
      'HD at 720p: sharp on a phone or tablet, and about half the size of the same YouTube video in 1080p.',
    '480p':
      'YouTube in 480p, for a slow connection, a full memory card or a lecture where the voice matters more than the picture.',
    shorts:
      'YouTube Shorts are ordinary videos held upright. Paste the link from the share arrow and keep the clip in its full height.',
    'music|audio':
      'Keep just the sound of a YouTube video or of a song on YouTube Music: as the AAC or Opus track YouTube holds, or as an MP3 made from it.',
  },
  linkForms: [
    'youtube.com/watch?v=… – a video, also inside a playlist or mix: only the video itself is taken',
    'youtu.be/… – the short link of the share button',
    'youtube.com/shorts/… – a Short',
    'youtube.com/live/… – a stream that has ended',
    'music.youtube.com/watch?v=… – one song on YouTube Music',
    'youtube.com/embed/… – the player of another site',
    'youtube.com/playlist?list=PL… – a playlist or an album: its videos are listed, a hundred at a time',
  ],
  features: [
    {
      title: 'Picture and sound joined',
      text: 'Above 360p YouTube hands out two separate streams. They are put into one file without re-encoding, so nothing gets softer on the way.',
    },
    {
      title: 'Plays while it is made',
      text: 'The preview plays a file from its first seconds on, while the rest is still being joined.',
    },
    {
      title: 'The language it was made in',
      text: 'Many channels add automatic dubs. The original voice is the default, and a dub is labeled with its language.',
    },
    {
      title: 'HDR and frame rate shown',
      text: 'A format with 60 pictures a second or HDR says so; HDR looks gray on a screen that can’t show it.',
    },
    {
      title: 'Sound without the video',
      text: 'The AAC track as M4A and the Opus track as WEBM are copied untouched; four MP3 sizes can be made as well.',
    },
  ],
  tips: [
    'A link copied from a playlist works as it is: the part behind “&list=” is left out for you.',
    'If the 4K file won’t play on your television, take 1080p in MP4; the set probably lacks a VP9 or AV1 decoder.',
    'A premiere or a live stream can be saved once it is over and YouTube has finished processing it, which may take some hours.',
    'The address of a playlist lists its videos to pick from. A channel has no such list: open one of its videos and copy its own link.',
  ],
  questions: [
    {
      question: 'Why does YouTube sometimes answer that a sign-in is needed?',
      answer:
        'It suspects requests that come from data centers and asks them to log in. We have no account there and won’t use yours, so the only cure is to try again later.',
    },
    {
      question: 'Which YouTube resolution is best for editing?',
      answer:
        '1080p in MP4. It is H.264, which every editing program cuts smoothly, and the index stands at the front of the file, so it opens at once.',
    },
    {
      question: 'Do subtitles come with a YouTube video?',
      answer:
        'If you choose them. The subtitles that YouTube has for a video are listed under More, each as SRT, WebVTT and plain text. There you can also put one language into the video. Your player shows it when you turn it on.',
    },
    {
      question: 'Can age-restricted or members-only videos be saved?',
      answer:
        'No. Both need somebody to be logged in, as do private videos. An unlisted video, on the other hand, works for anyone who has its link.',
    },
    {
      question: 'Is a 320 kbps MP3 from YouTube better than a 128 kbps one?',
      answer:
        'Slightly, because less is lost in converting; it can’t be better than the track on YouTube, which has about 130 to 160 kbps. For the very same sound, take M4A or WEBM.',
    },
    {
      question: 'How long may a YouTube video be?',
      answer:
        'Up to {maxDuration} and {maxSize}. A longer recording is refused before you choose anything; a lower resolution helps only against the size.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['form-link-platform', 'up-4k-94'],
  'intros.mp3': ['formats-make-142', 'conversions-mp3-animated'],
  'intros.mp4': ['picture-sound-joined'],
  'intros.4k|uhd': [],
  'intros.1080p|full-hd': ['picture-sound-joined'],
  'intros.720p|hd': [],
  'intros.480p': [],
  'intros.shorts': ['upright-filmed-126'],
  'intros.music|audio': ['sound-without-video'],
  'linkForms.0': ['item-time-list'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  'linkForms.5': ['form-link-platform'],
  'linkForms.6': ['youtube-playlist-vimeo'],
  'features.0.title': ['picture-sound-joined'],
  'features.0.text': ['picture-sound-joined'],
  'features.1.title': ['plays-while-made'],
  'features.1.text': ['plays-while-made'],
  'features.2.title': ['language-made-104'],
  'features.2.text': ['language-made-104'],
  'features.3.title': ['hdr-frame-rate'],
  'features.3.text': ['hdr-frame-rate'],
  'features.4.title': ['sound-without-video'],
  'features.4.text': ['sound-without-video'],
  'tips.0': ['item-time-list'],
  'tips.1': [],
  'tips.2': ['past-live-videos'],
  'tips.3': ['youtube-playlist-vimeo', 'link-profile-set'],
  'questions.0.answer': ['page-never-asks'],
  'questions.1.answer': ['mp4-files-table'],
  'questions.2.answer': ['subtitles-video-listed'],
  'questions.3.answer': ['needs-login-private'],
  'questions.4.answer': ['conversions-mp3-animated', 'sound-without-video'],
  'questions.5.answer': ['items-up-4'],
}
