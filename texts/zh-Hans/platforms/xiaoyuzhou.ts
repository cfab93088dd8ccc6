import type { texts as english } from '../../en/platforms/xiaoyuzhou.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro:
    '粘贴小宇宙单集的链接，就能看到可以保存的音频格式。分享时带上的整段文字也可以直接粘贴，链接会被自动识别。',
  linkForms: [
    'xiaoyuzhoufm.com/episode/… – 有没有 www 都可以',
    'xiaoyuzhoufm.com/episode/…?s=… – 从应用里分享的链接',
    '含有上述链接的整段分享文字',
  ],
  notice: '付费单集和受 DRM 保护的内容无法保存，只有公开的试听部分可以。',
  features: [
    { title: '来源可能有的格式', text: '多为 M4A（AAC），这是应用的常用格式；少数托管在别处的节目是 MP3。' },
    {
      title: '我们可以转换的格式',
      text: 'MP3，128 到 320 kbps 共四档，给不认识 M4A 的播放器用。转换不会让音质超过原始文件。',
    },
    {
      title: '中文名称完整保留',
      text: '标题和节目名以 Unicode 写进标签；过长的中文文件名只在磁盘需要时截短，不会把一个字截成两半。',
    },
    { title: '不用装应用', text: '小宇宙的单集页面对任何浏览器公开，在哪里都能打开。' },
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
}
