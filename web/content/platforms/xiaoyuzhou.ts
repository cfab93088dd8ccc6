import type { PlatformCopy } from '../copy.ts'
import { introBy } from '../keyword.ts'

export const copy: PlatformCopy = {
  intro: introBy(
    'Save an episode from Xiaoyuzhou, the Chinese podcast app “Little Universe”, by the link of its page. There is an introduction in Chinese below.',
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
  translation: {
    lang: 'zh-Hans',
    form: '粘贴单集链接，按“Get formats”（获取格式），再选择要保存的格式。',
    linkForms: [
      'xiaoyuzhoufm.com/episode/…（有没有 www 都可以）',
      'xiaoyuzhoufm.com/episode/…?s=…（从应用里分享的链接）',
      '含有上述链接的整段分享文字',
    ],
    tips: [
      '在应用里先点“分享”，再点“复制链接”。',
      '带有 /podcast/ 的链接是整个节目，请先打开其中一集。',
      '节目介绍里的时间点不会写进文件，需要跳转时请留好单集页面的链接。',
    ],
    questions: [
      {
        question: '什么是小宇宙？',
        answer: '2020 年上线的中文播客应用。每一集都有公开的网页，粘贴的就是这个网页的链接。',
      },
      {
        question: '需要中国的手机号吗？',
        answer: '不需要。只有在应用里登录、评论和订阅时才需要；在网页上收听和在这里保存都不用登录。',
      },
      {
        question: '选 M4A 还是 MP3？',
        answer: '原始文件是 M4A 时就选 M4A，近十五年的手机和电脑都能播放。老式播放器或车载音响请选 MP3。',
      },
      {
        question: '付费单集可以保存吗？',
        answer: '不可以。没有购买时，网站最多只提供几分钟试听，我们不会绕过这个限制。',
      },
      {
        question: '可以一次保存整个节目吗？',
        answer: '请逐集粘贴链接。节目主页只是单集列表，粘贴它时我们会请您选择其中一集。',
      },
      {
        question: '评论和时间点会一起下载吗？',
        answer: '不会，它们只在应用里。保存下来的是音频，以及标题、节目名和封面。',
      },
      {
        question: '在国外下载为什么慢？',
        answer: '音频存放在中国的服务器上，晚间国际线路拥挤。北京时间清晨通常比较快。',
      },
    ],
  },
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
}
