import type { PlatformCopy } from '../copy.ts'
import { introBy } from '../keyword.ts'

/** The texts of the Xiaoyuzhou FM page. The section `about` is in Chinese and marked with its language. */
export const copy: PlatformCopy = {
  intro: introBy(
    'Save an episode from Xiaoyuzhou, the Chinese podcast app “Little Universe”, by the link of its page. A Chinese introduction stands below.',
  ),
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
  about: {
    title: '中文说明',
    lang: 'zh-Hans',
    paragraphs: [
      '把小宇宙单集的链接粘贴到上面的输入框，就能看到可以保存的音频格式。分享时带上的整段文字也可以直接粘贴，链接会被自动识别。',
      '支持的链接：xiaoyuzhoufm.com/episode/ 开头的单集页面，有没有 www 都可以。节目主页（/podcast/）包含很多单集，请先打开其中一集再复制链接。',
      '原始音频多为 M4A（AAC），少数节目是 MP3，下载时不会重新编码。需要 MP3 时，可以选择 128、192、256 或 320 kbps；转换不会让音质超过原始文件。',
      '付费单集和受 DRM 保护的内容无法下载，只有公开的部分可以保存。请只保存自己制作的、允许自由使用的，或者已经得到授权的内容。',
      '无需注册，也不用安装应用。我们生成的文件会在到期后自动删除，也可以随时手动删除。',
    ],
  },
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
        'Each by its own link. The page of a show only lists them, so its address is answered by asking you for a single one.',
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
}
