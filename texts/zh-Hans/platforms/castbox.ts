import type { texts as english } from '../../en/platforms/castbox.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '把 Castbox 单集保存到应用之外。粘贴分享按钮复制的地址；免费单集就是背后的那个文件。',
  linkForms: [
    'castbox.fm/episode/Title-id123-id456 – 网页上的单集',
    'castbox.fm/vb/456 – 应用里的短地址',
    'castbox.fm/x/… – 分享链接',
    'www.castbox.fm/episode/…?country=us – 国家和推广标记没有影响',
  ],
  notice:
    'Castbox 出售的内容，例如有声书和付费节目，没有公开文件或受 DRM 保护，无法保存。Castbox 有时也会改版网站，在我们跟上之前，单集可能会失败。',
  features: [
    { title: '来源可能有的格式', text: '多为 MP3，有时是 M4A（AAC），取决于播客主上传了什么。' },
    { title: '我们可以转换的格式', text: '四种码率的 MP3（128、192、256、320 kbps），带有封面和频道名。' },
    { title: '从单集自己的页面读取', text: '标题、频道、图片和声音，都从访客的浏览器也能看到的地方读取。' },
    { title: '先听再存', text: '预览可以在保存之前播放单集，您可以跳到任意一分钟。' },
  ],
  tips: [
    '在 Castbox 应用里：打开单集，点分享图标，选择“复制链接”。',
    '带有“/channel/”的地址是节目。请打开其中一集，使用那个地址。',
    '如果应用要求购买单集或开通会员，它的任何链接在这里都用不了。',
  ],
  questions: [
    {
      question: 'Castbox 自带的下载一样吗？',
      answer: '它们只留在应用里，应用没了就没了。在这里保存的是普通的 MP3 或 M4A，可以在任何地方播放和复制。',
    },
    {
      question: '能得到整个 Castbox 频道吗？',
      answer: '可以逐集保存。如果您知道节目的 RSS 订阅源，请粘贴到首页，一次选择多集。',
    },
    {
      question: 'Castbox 的直播可以吗？',
      answer: '直播是房间，不是录音。如果主播之后把它发布成单集，那一集就可以保存。',
    },
    {
      question: '为什么 Castbox 有声书不出现？',
      answer: '有声书是出售的，只交给付费账号。没有公开文件可以提供。',
    },
    { question: 'Castbox 单集的音质如何？', answer: '取决于制作者上传的文件：多数为 64 到 192 kbps。' },
    {
      question: '转换出的 Castbox MP3 会变差吗？',
      answer: '理论上差一点，192 kbps 及以上听不出来。如果来源已经是 MP3，就没有必要转换。',
    },
    {
      question: '如果 Castbox 链接在这里失效了怎么办？',
      answer: '请使用错误框里的“报告此链接”。修好之前，同一节目几乎都能在 Apple 播客里找到。',
    },
  ],
}
