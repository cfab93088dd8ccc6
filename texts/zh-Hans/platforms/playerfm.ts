import type { texts as english } from '../../en/platforms/playerfm.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: 'Player.FM 指向播客主发布的文件。粘贴单集的地址，就能得到那个文件，或您想要大小的 MP3。',
  linkForms: [
    'player.fm/series/…/…',
    'de.player.fm/series/…/…，以及 fr.、es. 等其他语言',
    'player.fm/1AbCdEf – 单集的短代码',
  ],
  notice: '少数节目出售单集。这些单集没有公开文件或受 DRM 保护，无法保存。其他都是公开的。',
  features: [
    {
      title: '来源可能有的格式',
      text: '绝大多数节目是 MP3。AAC 存为 M4A。少数自由软件节目是 Ogg Vorbis 或 Opus。',
    },
    { title: '我们可以转换的格式', text: '由您选择的 MP3：128、192、256 或 320 kbps，都会标明是转换的。' },
    { title: '事先知道大小', text: 'Player.FM 会公布单集文件的大小，所以在花流量之前您就能看到。' },
    { title: '所有语言版本', text: '德语、法语和越南语等版本共用一个目录，每个版本的链接都可以用。' },
  ],
  tips: [
    '在节目页面上点击单集的标题；地址会多出第二段，这样的地址就可以用。',
    'Player.FM 应用分享的是同样的地址：先点“分享”，再点“复制”。',
    '如果单集失败，请在 Apple 播客里找找；两者读取同一个订阅源，其中一个可能更新。',
  ],
  questions: [
    {
      question: 'Player.FM 和音频文件是什么关系？',
      answer: '它是一个目录。单集存放在播客主的主机上，Player.FM 告诉我们在哪里，我们从那里获取。',
    },
    {
      question: '能从 Player.FM 保存整个系列吗？',
      answer: '用系列的地址不行。用节目的 RSS 订阅源可以：首页会列出单集，您勾选的会打包成 ZIP 保存。',
    },
    {
      question: '需要 Player.FM 账号或付费套餐吗？',
      answer: '公开节目不需要。付费套餐针对的是应用：同步、搜索、播放列表。单集页面是公开的。',
    },
    {
      question: 'Player.FM 单集该选哪种 MP3 码率？',
      answer: '如果原始文件就是 MP3，哪种都不用选，保留它即可。否则人声 128 kbps、音乐 192 就够了。',
    },
    {
      question: '为什么列表里有，Player.FM 单集却显示“找不到”？',
      answer: '目录比主机记得更久。播客主删除文件之后，条目还会留一段时间，但已经没有内容。',
    },
    {
      question: 'Player.FM 单集的节目介绍会一起保存吗？',
      answer: '结果里会显示开头部分。我们制作的 MP3 带有标题、作者和封面；链接和长文字留在单集页面上。',
    },
    {
      question: '可以粘贴节目的 RSS 订阅源来代替 Player.FM 链接吗？',
      answer: '在首页可以。订阅源里的单集会连同标题列出，最新的在前。',
    },
  ],
}
