import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Videos, GIFs and photos from public posts on X, the former Twitter. Paste the address of the post and choose from the list.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    gif: 'A GIF on X is really a short film without sound. Take it as MP4, small and smooth, or, if it is short, have it turned back into an animated GIF for places that know nothing else.',
    'image|photo':
      'Photos of a post on X in their largest published size, as JPG. Paste the address of the post, not of the picture alone.',
    mp3: 'Only the sound of a video on X, for a speech, an interview or a recorded Space. The MP3 is made from the post’s AAC track.',
    mp4: 'X publishes its videos as ready MP4 files in a few sizes. They are passed on untouched, so the download starts at once.',
    '4k': 'On X the largest video has 1080 lines, even if 4K was filmed. You get that largest one; we don’t enlarge it.',
    '1080p':
      'The 1080p copy of a video on X. It exists for longer and newer uploads; older posts often stop at 720p.',
    '720p|hd':
      '720p is the size in which most videos on X exist. It weighs well under half of Full HD and looks the same on a phone.',
    '480p':
      'The small copy of a video on X, around 480 lines: quick to send on, and readable enough for a clip of the news.',
  },
  linkForms: [
    'twitter.com/name/status/1234567890',
    'x.com/name/status/1234567890',
    'www.x.com/name/status/1234567890/video/2 – the second video of a post',
    'x.com/i/status/1234567890 – without the name',
    'x.com/i/spaces/… – a Space that was recorded',
    't.co/… – the short link inside a post or message',
  ],
  notice:
    'Posts marked as sensitive are shown to members only, and so are those of protected accounts. Neither can be fetched from here.',
  features: [
    {
      title: 'Three kinds of media',
      text: 'Video as MP4, animated pictures as MP4 or GIF, still pictures as JPG: a post’s media are listed by what they are.',
    },
    {
      title: 'Every item of a post',
      text: 'A post can hold up to four videos and photos. All of them are listed, and you pick.',
    },
    {
      title: 'Mirrors are understood',
      text: 'fxtwitter, vxtwitter and fixupx addresses, as shared in chats, lead to the same post.',
    },
    {
      title: 'Begins by itself',
      text: 'Open this page from a link with a post’s address in it (?url=…), and the formats are looked up at once.',
    },
  ],
  tips: [
    'Use Share, then Copy link, under the post itself: in a thread the address bar may belong to another one.',
    'Quoting somebody’s video doesn’t copy it, so open the quoted post and take its address.',
    'Sending a GIF to a messenger? Choose MP4: it is many times smaller and moves the same.',
    'A broadcast can be taken after its end, if its author left the replay up.',
  ],
  questions: [
    {
      question: 'Do twitter.com links still work?',
      answer:
        'Yes. twitter.com, mobile.twitter.com and x.com lead to one and the same post, and we look it up under the newer name.',
    },
    {
      question: 'Which is the best quality on X?',
      answer:
        'At most 1080p. X shrinks every upload to a handful of sizes; the list shows those of your post, each with its resolution.',
    },
    {
      question: 'Why has my GIF from X no sound?',
      answer:
        'It never had any: X drops the sound when a post is made as a GIF. For a clip with sound, its author must have uploaded a video.',
    },
    {
      question: 'How do I get the photos of a post on X?',
      answer:
        'Paste the post. If it holds pictures, they are listed as JPGs, one by one; a post with text alone has nothing to save.',
    },
    {
      question: 'Can I download from a protected account on X?',
      answer:
        'No, not even if you follow it. Its posts are shown to approved followers who are logged in, and we ask as a stranger.',
    },
    {
      question: 'Is a Space on X something I can keep?',
      answer:
        'If its host chose to record it and it has ended, yes, as audio. A running Space answers that it is live, and an unrecorded one is gone.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['three-kinds-media', 'pasted-link-shows'],
  'intros.gif': ['three-kinds-media'],
  'intros.image|photo': ['three-kinds-media', 'form-link-platform'],
  'intros.mp3': ['audio-own-95', 'formats-make-142'],
  'intros.mp4': ['three-kinds-media'],
  'intros.4k': ['enlarge-nothing-merging'],
  'intros.1080p': [],
  'intros.720p|hd': [],
  'intros.480p': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  'linkForms.5': ['form-link-platform'],
  notice: ['needs-login-private'],
  'features.0.title': ['three-kinds-media'],
  'features.0.text': ['three-kinds-media'],
  'features.1.title': ['every-item-post'],
  'features.1.text': ['every-item-post'],
  'features.2.title': ['mirrors-understood-116'],
  'features.2.text': ['mirrors-understood-116'],
  'features.3.title': ['begins-itself-117'],
  'features.3.text': ['begins-itself-117'],
  'tips.0': [],
  'tips.1': [],
  'tips.2': [],
  'tips.3': ['recorded-space-kept'],
  'questions.0.answer': ['mirrors-understood-116'],
  'questions.1.answer': ['row-shows-resolution'],
  'questions.2.answer': [],
  'questions.3.answer': ['three-kinds-media'],
  'questions.4.answer': ['needs-login-private'],
  'questions.5.answer': ['recorded-space-kept'],
}
