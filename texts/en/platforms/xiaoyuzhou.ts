import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Save an episode from Xiaoyuzhou, the Chinese podcast app “Little Universe”, by the link of its page.',
  linkForms: [
    'xiaoyuzhoufm.com/episode/… – with or without www',
    'xiaoyuzhoufm.com/episode/…?s=… – as the app shares it',
    'A message in Chinese with such a link in it',
  ],
  notice:
    'Paid episodes (付费单集) and shows that their makers protect with DRM can’t be saved; only their free preview is public.',
  features: [
    {
      title: 'Formats the source may have',
      text: 'M4A with AAC, the app’s usual form. MP3, where a show is hosted elsewhere.',
    },
    {
      title: 'Formats we make',
      text: 'MP3 from 128 to 320 kbps in four steps, for players that don’t know M4A.',
    },
    {
      title: 'Chinese names kept',
      text: 'Title and show are written into the tags in Unicode, and long Chinese file names are cut where a disk needs it, never inside a character.',
    },
    {
      title: 'No app needed',
      text: 'Episode pages of Xiaoyuzhou are open to any browser, wherever it stands.',
    },
  ],
  tips: [
    'In the app: 分享 (share), then 复制链接 (copy link).',
    'An address with “/podcast/” is a whole show; tap an episode in it.',
    'Time marks in the notes aren’t in the file, so keep the page’s address if you want to jump by them.',
  ],
  questions: [
    {
      question: 'What is Xiaoyuzhou FM?',
      answer:
        '小宇宙, “little universe”: the podcast app many listeners in China use, online since 2020. Each episode has a public web page, and that is what you paste.',
    },
    {
      question: 'Do I need a Chinese phone number for Xiaoyuzhou?',
      answer:
        'Only to sign in to the app, for comments and subscriptions. Neither listening on the website nor saving from it asks for one.',
    },
    {
      question: 'M4A or MP3 for a Xiaoyuzhou episode?',
      answer:
        'M4A if it is the original: every phone and computer of the last fifteen years plays it. Take MP3 for a simple player or an older car.',
    },
    {
      question: 'Can paid Xiaoyuzhou episodes be saved?',
      answer:
        'No. Without a purchase the site hands out a few minutes to sample, if anything, and we don’t go past that.',
    },
    {
      question: 'Can I save all episodes of a Xiaoyuzhou show?',
      answer:
        'Only one by one: paste the link of each episode. If you paste the link of the show, the page asks you for one of its episodes.',
    },
    {
      question: 'Are comments and time marks part of a Xiaoyuzhou download?',
      answer: 'They belong to the app. What you keep is the audio with its title, show name and cover.',
    },
    {
      question: 'Why is a Xiaoyuzhou download slow from abroad?',
      answer:
        'Its audio lies on servers in China, and lines out of the country are crowded in the evening there. Early morning in Beijing is a good time.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['form-link-platform'],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  notice: ['items-drm-refused'],
  'features.0.title': ['formats-source-may'],
  'features.0.text': ['formats-source-may'],
  'features.1.title': ['formats-make-142'],
  'features.1.text': ['formats-make-142'],
  'features.2.title': ['chinese-names-kept'],
  'features.2.text': ['chinese-names-kept'],
  'features.3.title': ['app-needed-154'],
  'features.3.text': ['app-needed-154'],
  'tips.0': [],
  'tips.1': ['link-profile-set'],
  'tips.2': ['file-holds-picture'],
  'questions.0.answer': ['app-needed-154'],
  'questions.1.answer': ['app-needed-154'],
  'questions.2.answer': [],
  'questions.3.answer': ['needs-login-private'],
  'questions.4.answer': ['link-profile-set'],
  'questions.5.answer': ['chinese-names-kept'],
  'questions.6.answer': [],
}
