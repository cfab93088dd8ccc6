import type { texts as english } from '../../en/platforms/apple_podcasts.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '用 Apple 播客链接保存播客单集：就是制作者发布的那个文件，带有节目名、标题和封面。',
  linkForms: [
    'podcasts.apple.com/us/podcast/…/id…?i=… – 单集，任何国家的商店都可以',
    'podcasts.apple.com/podcast/id…?i=… – 不带国家',
    'itunes.apple.com/…/podcast/…/id…?i=… – iTunes 时代的地址',
    'podcasts.apple.com/us/podcast/…/id… – 节目：列出最新的单集，每次一百集',
  ],
  notice:
    '订阅者专享的单集没有公开文件，或受 DRM 保护，无法保存。免费单集是节目自己服务器上的公开文件，您在这里得到的就是它们。',
  features: [
    { title: '来源可能有的格式', text: 'MP3，最为常见。M4A（AAC）。少数自己拍摄的节目会有 MP4 或 M4V。' },
    {
      title: '我们可以转换的格式',
      text: '128、192、256 和 320 kbps 的 MP3，以及 M4A、Opus、FLAC 和 WAV，都会标明是转换的。您不要求，原始文件就不会重新编码。',
    },
    {
      title: '文件里带有单集信息',
      text: '转换出的文件带有标题、节目名、季、集、日期和封面，方便播放器归类。原始文件保留它们自带的标签。',
    },
    {
      title: '直接来自来源',
      text: 'Apple 只列出播客，并不存放它们。文件来自制作者选择的主机，不是副本的副本。',
    },
  ],
  tips: [
    '在 Apple 播客里：点单集旁边的三个点，再点“分享单集”，再点“拷贝链接”。',
    '链接里没有“?i=”？那是节目页面，会列出最新的单集供您选择。',
    '有节目的 RSS 地址？粘贴到首页，就会列出它的单集，最新的在前。',
    '许多主机在下载时才插入广告，所以两份文件的长度可能相差一分钟。',
  ],
  questions: [
    {
      question: '哪些播客可以保存？',
      answer:
        'Apple 播客列出的免费单集，因为它们的文件是公开的。订阅者专享、抢先听和加更单集没有公开文件，无法获取。',
    },
    {
      question: '选 MP3 还是原始文件？',
      answer: '选原始文件。它通常已经是 MP3，把人声用更高的码率重新编码，只会让文件变大，不会更清楚。',
    },
    {
      question: '能保存整个节目或整季吗？',
      answer: '可以保存它的单集。节目链接会列出最新的单集，每次一百集；勾选想要的，打包成 ZIP 保存。',
    },
    {
      question: '为什么下载的单集和我在 Apple 播客里听到的不同？',
      answer: '主机可能按我们服务器所在的国家或时间插入了别的广告。节目本身是一样的。',
    },
    {
      question: '章节和文字稿会一起保存吗？',
      answer: '存在原始文件里的章节会保留。文字稿由 Apple 制作和保存，不属于文件。',
    },
    {
      question: '使用 Apple 播客链接需要 iPhone 或 Apple 账号吗？',
      answer:
        '都不需要。任何浏览器都能打开 podcasts.apple.com，在 Android、Windows 或 Linux 上链接同样可用。',
    },
  ],
}
