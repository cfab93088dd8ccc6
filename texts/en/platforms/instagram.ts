import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Reels, videos and photos from public Instagram accounts, without an app and without handing over a password.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    'reels|reel':
      'Keep an Instagram reel with the sound it was posted with. Paste the link from the paper-plane button as it is.',
    mp3: 'The sound of an Instagram reel as an MP3, made from its AAC track: for the song, the joke or the recipe read aloud.',
    mp4: 'Instagram stores its videos as MP4 in H.264. That file is passed on as it is, ready for a gallery or a messenger.',
    '4k': 'Instagram has no 4K: uploads end at 1080 pixels in width. The list shows the widest copy that the post has.',
    '1080p':
      'Instagram at its largest: 1080 pixels wide, 1920 high for a reel, provided the account uploaded it so.',
    '720p|hd':
      '720 pixels across is how most Instagram videos are served to phones. It is quick to fetch and good to look at in the hand.',
    'save|saver':
      'The bookmark inside Instagram keeps a post only while it stays up. A saved file is still there when the account cleans out its grid.',
  },
  linkForms: [
    'instagram.com/reel/… and /reels/… – a reel',
    'instagram.com/p/… – a post: a video, a photo or several of them',
    'instagram.com/tv/… – an old IGTV film',
    'instagram.com/name/reel/… – with the account’s name',
    'instagram.com/share/… – the newer share link',
  ],
  notice:
    'Instagram shows strangers only a few posts before it wants them to log in, and a server runs out of them quickly. When it wants a login for your link, the page says so.',
  features: [
    {
      title: 'One of a carousel',
      text: 'When a post has several photos or videos, all of them are listed, and you choose.',
    },
    {
      title: 'Upright as filmed',
      text: 'Reels keep their 9:16 shape. Nothing is cropped, and no bars are added.',
    },
    {
      title: 'No password, ever',
      text: 'A site that wants your Instagram login to save a reel wants your account. We have no field for it.',
    },
  ],
  tips: [
    'Check the account in a private window: a lock under its name means that only followers can see its posts.',
    'Stories and highlights are for people who are logged in and can’t be fetched here.',
    'The address of a profile or of a song page leads to many posts; tap one and copy its link.',
  ],
  questions: [
    {
      question: 'Why does a public Instagram post need a login?',
      answer:
        'It limits what strangers may look at, by address and by the hour. Some public posts are behind that wall for everybody who has no account. Another try later may pass.',
    },
    {
      question: 'Can I download Instagram photos?',
      answer:
        'Yes. Paste the link of the post: one photo is offered as a JPG, several are listed. The photos of a post can also be saved together as a ZIP.',
    },
    {
      question: 'Are Instagram stories possible?',
      answer:
        'No. A story is shown to signed-in accounts for one day, and its owner sees who looked. A stranger’s server is never let in.',
    },
    {
      question: 'Does a saved reel have the original sound?',
      answer:
        'It has what Instagram plays: voice and song mixed together. Where a song was removed for your country or ours, that part is silent.',
    },
    {
      question: 'Is the person told that I saved their reel?',
      answer:
        'Not by us, and Instagram knows of no download, since the file comes through our server. All the same, ask before you post somebody’s work again.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['password-ever-127'],
  'intros.reels|reel': ['upright-filmed-126', 'form-link-platform'],
  'intros.mp3': ['audio-own-95'],
  'intros.mp4': ['file-complete-platform'],
  'intros.4k': ['title-names-resolution'],
  'intros.1080p': ['title-names-resolution'],
  'intros.720p|hd': [],
  'intros.save|saver': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  notice: ['needs-login-private'],
  'features.0.title': ['carousel-121'],
  'features.0.text': ['carousel-121'],
  'features.1.title': ['upright-filmed-126'],
  'features.1.text': ['upright-filmed-126'],
  'features.2.title': ['password-ever-127'],
  'features.2.text': ['password-ever-127'],
  'tips.0': [],
  'tips.1': ['link-profile-set'],
  'tips.2': ['link-profile-set'],
  'questions.0.answer': [],
  'questions.1.answer': ['photos-post-offered'],
  'questions.2.answer': ['link-profile-set'],
  'questions.3.answer': [],
  'questions.4.answer': ['platform-learn-requests'],
}
