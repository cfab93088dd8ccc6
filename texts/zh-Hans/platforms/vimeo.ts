import type { texts as english } from '../../en/platforms/vimeo.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '保存 Vimeo 上的短片、演讲和作品集，最高到作者公开的分辨率。不公开列出的视频，用完整链接就可以。',
  linkForms: [
    'vimeo.com/123456789',
    'vimeo.com/123456789/abcdef0123 – 不公开列出：第二段是它的密钥',
    'player.vimeo.com/video/123456789 – 嵌入的播放器',
    'vimeo.com/channels/…/123456789、/groups/…/videos/…、/showcase/…/video/…',
    'vimeo.com/showcase/… – 展示集：列出其中的影片，每次一百部',
    'vimeo.com/event/… – 已结束的活动',
    'vimeo.com/ondemand/… – 只有影片或预告片免费时',
  ],
  notice:
    'Vimeo 会仔细检查访客的软件，有时会完全拒绝服务器。设有密码，或只允许在某个网站播放的影片，仍然无法获取。',
  features: [
    { title: '影片的任何地址', text: '同一部影片在频道、展示集和播放器里各有一个地址，用哪个都可以。' },
    { title: '最高 2160p', text: '影片有哪些分辨率就列出哪些，从适合慢速网络的 240p 到适合投影的 4K。' },
    { title: '列出展示集', text: '粘贴展示集的地址，就会列出其中的影片供您选择，最多一百部。' },
  ],
  tips: [
    '不公开列出的影片请复制完整地址：少了第二个斜杠后面的字母，就会被当作私密。',
    '有些作者在影片下面放了下载按钮。它给的是母版文件，有的话就是最好的选择。',
    '拿不准大小？只要 Vimeo 告诉我们，您在选择之前就能看到。',
  ],
  questions: [
    {
      question: '为什么在某个网站能播放的影片，Vimeo 却拒绝？',
      answer:
        '作者可能把它限定在那个网站。这样无论链接是什么样子，Vimeo 都不会回应别人。请向作者要分享链接。',
    },
    { question: 'Vimeo On Demand 租借或购买的影片能保存吗？', answer: '不能。它们是付费的，并且受保护。' },
    {
      question: '可以为 Vimeo 影片输入密码吗？',
      answer: '没有输入的地方，这是有意的：作者用密码保护的内容不是公开的。',
    },
    {
      question: '为什么准备 Vimeo 文件比其他网站慢？',
      answer:
        '因为它还不是一个文件。画面和声音以小段到达，合并之后，还要检查结果才交给您。进度条会显示进展。',
    },
  ],
}
