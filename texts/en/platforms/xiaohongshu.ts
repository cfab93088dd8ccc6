import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Keep the video or the pictures of a public note from Xiaohongshu, known abroad as RedNote. Paste its link, or the message the app copies, Chinese words included.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    mp3: 'The sound of a Xiaohongshu note as MP3: the song of a dance, the steps of a recipe. It comes from the AAC track of the note’s video.',
    mp4: 'A RedNote video as MP4 in H.264, which every gallery takes. If a size was stored in HEVC as well, the H.264 one is preferred.',
    '4k': 'A few Xiaohongshu notes exist in 4K, most end at 1080p. If the 2160p copy is public, you find it at the top of the list.',
    '1080p|hd':
      '1080p is the size of most newer Xiaohongshu videos, upright at 1080 by 1920 or wide at 1920 by 1080.',
    '720p':
      'RedNote in 720p, the copy that the site itself plays on phones: small to send, sharp enough to read the captions.',
    '480p':
      'The smallest copy of a Xiaohongshu video, for tight data plans. Not every note has one; then take the smallest there is.',
  },
  linkForms: [
    'xiaohongshu.com/explore/…?xsec_token=… – copied with its token',
    'xiaohongshu.com/discovery/item/… – as shared from the app',
    'xhslink.com/… – the short link',
    'rednote.com/explore/… – the international name',
    'xiaohongshu.com/user/profile/…/… – a note opened from a profile',
    '… 复制本条信息，打开【小红书】App … – the complete app message',
  ],
  notice:
    'Xiaohongshu shows many notes to logged-in people only, and a link without its token is often turned away. A fresh share link from the app has the best chance.',
  features: [
    {
      title: 'Share links stay whole',
      text: 'Trackers are dropped from your link, and its “xsec_token” is kept: without it the site answers with a login form.',
    },
    {
      title: 'Without the corner logo',
      text: 'What the app saves carries the logo and the author’s number. The file that the website plays doesn’t.',
    },
    {
      title: 'Each copy once',
      text: 'Xiaohongshu names several servers for each copy. They are listed once.',
    },
  ],
  tips: [
    'In the app: the arrow at the top right, then 复制链接 (Copy link). Paste at once, since these links age.',
    'A note of pictures works like a video: paste its link, and each picture is listed.',
    'Links of a profile or of the Explore page lead to many notes, so open the one you want.',
  ],
  about: {
    title: 'About Xiaohongshu and RedNote',
    paragraphs: [
      'Xiaohongshu (小红书, “little red book”) is a Chinese app for notes about travel, food, clothes and daily life, founded in Shanghai in 2013. A note is a set of pictures or a video with a text below. Abroad the app goes by the name of RedNote; the notes are the same.',
      'Its website was once open to everybody. Today a visitor without an account sees a note mostly by a link that somebody shared, and that link holds a token which ends after some time. That is why this page asks for the message from the app rather than for an address typed by hand.',
      'Videos are stored once as H.264 and, for newer notes, once more as HEVC, upright far more often than wide. A note without a video is a gallery, and its pictures are listed one by one.',
    ],
  },
  questions: [
    {
      question: 'Are Xiaohongshu and RedNote the same?',
      answer:
        'Yes. RedNote is the English name of 小红书. Addresses on rednote.com and on xiaohongshu.com lead to one note, and we look it up on the Chinese site.',
    },
    {
      question: 'Why is my Xiaohongshu link refused although it opens in the app?',
      answer:
        'The app is logged in, our server isn’t. Share the note anew, which makes a new token, and paste that message. If it fails again, the note is for members.',
    },
    {
      question: 'Can I paste the Chinese text around a RedNote link?',
      answer:
        'Please do. It begins with a number and ends with an invitation to open the app; the xhslink address between them is all that is read.',
    },
    {
      question: 'Does the Xiaohongshu video have a watermark?',
      answer:
        'The copy that the website plays has none. Stickers, titles and the author’s own name in the picture belong to the video and remain.',
    },
    {
      question: 'How do I save the pictures of a Xiaohongshu note?',
      answer:
        'Paste the link of the note. Its pictures are listed in the larger size that the site gives out; save one of them, or all together as a ZIP.',
    },
    {
      question: 'Which resolution do Xiaohongshu videos have?',
      answer:
        'Mostly 720p or 1080p, counted on the short side of an upright picture. Higher ones exist where the author uploaded them, and nothing is enlarged.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['slideshow-note-without', 'whole-share-message'],
  'intros.mp3': ['audio-own-95'],
  'intros.mp4': ['h-264-before'],
  'intros.4k': ['title-names-resolution'],
  'intros.1080p|hd': [],
  'intros.720p': [],
  'intros.480p': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  'linkForms.5': ['form-link-platform'],
  notice: [],
  'features.0.title': ['share-links-stay'],
  'features.0.text': ['share-links-stay'],
  'features.1.title': ['without-corner-logo'],
  'features.1.text': ['without-corner-logo'],
  'features.2.title': ['copy-once-140'],
  'features.2.text': ['copy-once-140'],
  'tips.0': ['link-profile-set'],
  'tips.1': ['slideshow-note-without'],
  'tips.2': ['link-profile-set'],
  'about.paragraphs.0': [],
  'about.paragraphs.1': [],
  'about.paragraphs.2': ['slideshow-note-without'],
  'questions.0.answer': ['form-link-platform'],
  'questions.1.answer': ['needs-login-private'],
  'questions.2.answer': ['messages-welcome-134'],
  'questions.3.answer': ['without-corner-logo'],
  'questions.4.answer': ['slideshow-note-without'],
  'questions.5.answer': ['enlarge-nothing-merging'],
}
