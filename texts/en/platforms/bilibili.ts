import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Save a public Bilibili video by its link or by the whole message that the app puts on your clipboard. Picture and sound are joined; the scrolling comments stay behind.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    mp3: 'The sound of a Bilibili video as MP3: covers, lectures, game music. It is converted from the AAC track, which guests get at 64 to 192 kbps.',
    mp4: 'Bilibili serves picture and sound as two halves of an MP4. Joined without re-encoding, they make one file that every player opens.',
    '4k': 'Bilibili keeps 4K for members who are logged in. We are guests there and see less; the list shows how far it goes for your video.',
    '1080p|hd':
      '1080p on Bilibili is often meant for logged-in viewers. Where a video gives it to guests, it is listed first.',
    '720p':
      '720p is about the most that Bilibili lets a guest try, and not for every upload. If it is missing below, it wasn’t offered to us.',
    '480p':
      '480p is Bilibili’s standard for visitors without an account, so this is the size you can nearly always count on.',
  },
  linkForms: [
    'bilibili.com/video/BV… – the usual address',
    'bilibili.com/video/av… – the older numbers',
    'm.bilibili.com/video/… – the mobile site',
    'b23.tv/… – the short link of the app',
    'bilibili.com/bangumi/play/ep… – one free episode of a series',
    'bilibili.com/video/BV…?p=3 – the third part of a video',
    'bilibili.tv/…/video/… – the international site',
    '【title】 https://b23.tv/… – the complete app message',
  ],
  notice:
    'Without an account Bilibili shows most videos in 480p, some in more. It also slows down or turns away servers outside China for a while when they ask a lot.',
  features: [
    {
      title: 'Messages welcome',
      text: 'Title in brackets, link, a few Chinese words: paste the message whole, and the link is picked out of it.',
    },
    {
      title: 'No danmaku in the picture',
      text: 'Bilibili’s player draws the flying comments. They aren’t part of the video file, so yours is clean.',
    },
    {
      title: 'Part by part',
      text: 'A video in several parts lists them all. It opens at the part your link names with “p=”, and at the first one otherwise.',
    },
    {
      title: 'Bilibili’s own servers',
      text: 'Bilibili’s media servers answer only requests that name its own page. We take care of that for preview and download.',
    },
  ],
  tips: [
    'On a phone: Share, Copy link (分享 → 复制链接), then paste here without trimming anything.',
    'For another part of a series, switch to it first; the address then carries its number.',
    'When Bilibili offers one size in H.264, HEVC and AV1, you get H.264, since old devices know only that.',
    'If a “too many requests” answer comes, wait five minutes; pasting again at once prolongs it.',
  ],
  questions: [
    {
      question: 'Why do I get only 480p from Bilibili?',
      answer:
        'Because guests get no more of that video. 720p and above are unlocked by signing in, and the finest steps by a paid membership, neither of which we have.',
    },
    {
      question: 'Can I paste the text that the Bilibili app copies?',
      answer:
        'Yes, all of it. Brackets, emoji and full-width punctuation around the link do no harm. If there is no link in the text at all, you are told so.',
    },
    {
      question: 'What is the difference between BV and av numbers?',
      answer:
        'Only age. Until 2020 Bilibili counted its videos as av plus digits, since then each also has a BV code. Both lead to the same video.',
    },
    {
      question: 'Are Bilibili’s anime and drama series possible?',
      answer:
        'Single free episodes are, by their ep address. Episodes for members, and those limited to mainland China, are refused by Bilibili itself.',
    },
    {
      question: 'Do subtitles and danmaku come along from Bilibili?',
      answer:
        'Not from bilibili.com: both are data beside the video there, and the subtitles are for members. What was burned into the picture before the upload is there, of course.',
    },
    {
      question: 'Can I save only the sound of a Bilibili video?',
      answer:
        'Yes: as M4A, which is Bilibili’s own AAC unchanged, or as MP3. Hi-res and Dolby tracks belong to members and don’t appear.',
    },
    {
      question: 'How do I get all parts of a Bilibili video?',
      answer:
        'They are listed when you paste the link of the video. Pick from them; each part is a file of its own.',
    },
    {
      question: 'Are links of bilibili.tv, the international site, the same?',
      answer:
        'They work too, but it is a separate catalog with its own regions. A video on one site is often missing from the other.',
    },
    {
      question: 'Why does a Bilibili live room not work?',
      answer:
        'A room has no end while it is on air. Many streamers upload a recording afterward; paste that video instead.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['messages-welcome-134', 'danmaku-picture-135'],
  'intros.mp3': ['formats-make-142', 'conversions-mp3-animated'],
  'intros.mp4': ['picture-sound-joined'],
  'intros.4k': ['row-shows-resolution'],
  'intros.1080p|hd': ['row-shows-resolution'],
  'intros.720p': ['row-shows-resolution'],
  'intros.480p': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  'linkForms.5': ['form-link-platform'],
  'linkForms.6': ['form-link-platform'],
  'linkForms.7': ['form-link-platform'],
  notice: [],
  'features.0.title': ['messages-welcome-134'],
  'features.0.text': ['messages-welcome-134'],
  'features.1.title': ['danmaku-picture-135'],
  'features.1.text': ['danmaku-picture-135'],
  'features.2.text': ['parts-video-listed'],
  'features.3.title': ['bilibilis-own-servers'],
  'features.3.text': ['bilibilis-own-servers'],
  'tips.0': ['messages-welcome-134'],
  'tips.1': [],
  'tips.2': ['h-264-before'],
  'tips.3': [],
  'questions.0.answer': [],
  'questions.1.answer': ['messages-welcome-134'],
  'questions.2.answer': [],
  'questions.3.answer': ['form-link-platform', 'needs-login-private'],
  'questions.4.answer': ['danmaku-picture-135'],
  'questions.5.answer': ['audio-own-95'],
  'questions.6.answer': ['parts-video-listed'],
  'questions.7.answer': ['form-link-platform'],
  'questions.8.answer': ['live-stream-refused'],
}
