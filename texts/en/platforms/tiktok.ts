import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Paste the link of a public TikTok and keep the clip as it was uploaded, without the bouncing logo that the app’s own save button adds.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    'no-watermark|without-watermark':
      'TikTok keeps a clean copy of each video next to the one with logo and user name. The list offers the clean one; the marked one appears only where nothing else exists.',
    mp3: 'The sound of a TikTok as an MP3: for a ringtone, or for finding out which song that was. It is converted from the AAC track inside the clip.',
    mp4: 'A TikTok as MP4 in H.264, the variant that messengers and galleries take. Where one size exists in H.264 and in HEVC, the list has the H.264 copy.',
    '4k': 'TikTok publishes no 4K: what creators upload is brought down to 1080 pixels in width at most. Here you get the largest copy there is, and no enlarged one.',
    '1080p':
      'The 1080p copy of a TikTok, 1080 pixels wide and 1920 high, wherever its creator uploaded that much.',
    '720p|hd':
      'High definition for upright video: 720 or 1080 pixels across. Both sizes are listed when TikTok holds both.',
    'audio|sound|music':
      'Keep what you hear in a TikTok: the voice-over, the remix, the original sound. Choose the track as it is, or an MP3.',
    'save|saver':
      'Save a TikTok before it disappears. Its creator may switch off saving in the app; a public link still leads to the clip.',
  },
  linkForms: [
    'tiktok.com/@name/video/1234567890 – from the address bar',
    'vm.tiktok.com/… and vt.tiktok.com/… – from the app’s Copy link',
    'tiktok.com/t/… – the app’s short link in some countries',
    'm.tiktok.com/v/….html – the old mobile address',
    'tiktok.com/@name/photo/… – a photo post: its pictures and its song',
  ],
  notice:
    'TikTok often turns servers away for a while. Some clips are shown in certain countries only, and then our answer depends on where our server is.',
  features: [
    {
      title: 'The clean copy',
      text: 'No logo, no user name running across the corner, and no end card with a jingle.',
    },
    {
      title: 'H.264 before HEVC',
      text: 'TikTok stores newer clips twice. Of two copies in one size you see the one that any phone plays.',
    },
    {
      title: 'Each file once',
      text: 'TikTok keeps the same file on several servers. The list names it once.',
    },
  ],
  tips: [
    'In the app: tap the arrow at the right, then Copy link, and paste the message as it comes, emoji and all.',
    'A profile link leads to many clips: open the one you mean and copy its link.',
    'If a creator has set the account to private or to followers only, nobody but those followers can reach the clip.',
    'Clips with an age label refuse visitors who aren’t logged in.',
  ],
  questions: [
    {
      question: 'Is the watermark removed from the TikTok?',
      answer:
        'Nothing is painted over. TikTok itself stores the upload without its logo, and that copy is what you get; a logo that a creator has put into the picture stays.',
    },
    {
      question: 'What happens with TikTok photo slideshows?',
      answer:
        'Their pictures are listed one by one, and the song is the last item. Save one of them, or all the pictures together as a ZIP.',
    },
    {
      question: 'Can I save a TikTok live?',
      answer:
        'Not while it runs, and TikTok deletes most streams afterward. If the creator posts a cut of it as a video, that one works.',
    },
    {
      question: 'Will the creator see that I saved a clip?',
      answer:
        'We ask for the clip as any stranger would. TikTok isn’t told who you are, and nothing is sent to the creator.',
    },
    {
      question: 'Why is my TikTok smaller than 1080p?',
      answer:
        'Because it was uploaded, stitched or edited in the app at a smaller size. TikTok doesn’t keep the camera’s own file, so there is nothing larger to ask for.',
    },
    {
      question: 'Why does TikTok say the video isn’t available although I can watch it?',
      answer:
        'You are probably logged in, old enough by your profile, or in another country than our server. Open the link in a private window: if it asks you to log in, we can’t reach it either.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['clean-copy-109'],
  'intros.no-watermark|without-watermark': ['clean-copy-109'],
  'intros.mp3': ['formats-make-142', 'conversions-mp3-animated'],
  'intros.mp4': ['h-264-before'],
  'intros.4k': ['enlarge-nothing-merging'],
  'intros.1080p': ['title-names-resolution'],
  'intros.720p|hd': ['title-names-resolution'],
  'intros.audio|sound|music': ['audio-own-95'],
  'intros.save|saver': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  notice: [],
  'features.0.title': ['clean-copy-109'],
  'features.0.text': ['clean-copy-109'],
  'features.1.title': ['h-264-before'],
  'features.1.text': ['h-264-before'],
  'features.2.title': ['file-once-112'],
  'features.2.text': ['file-once-112'],
  'tips.0': ['whole-share-message'],
  'tips.1': ['link-profile-set'],
  'tips.2': ['needs-login-private'],
  'tips.3': ['needs-login-private'],
  'questions.0.answer': ['clean-copy-109'],
  'questions.1.answer': ['slideshow-note-without'],
  'questions.2.answer': ['live-stream-refused'],
  'questions.3.answer': ['tiktok-told-you'],
  'questions.4.answer': [],
  'questions.5.answer': ['private-paid-age'],
}
