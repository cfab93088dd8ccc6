import type { texts as english } from '../../en/platforms/tunein.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '保存 TuneIn 节目或播客的单集。直播电台是用来听的：没有结尾的流无法成为文件。',
  linkForms: [
    'tunein.com/podcasts/…-p123/?topicId=456 – 单集；由 topicId 指明',
    'tunein.com/podcasts/…-p123/ – 节目：列出最新的单集',
    'tunein.com/embed/player/t456 – 小播放器里的同一集',
    'tunein.com/radio/…-s123 – 电台：它是直播，页面会引导您去看它的录制节目',
    'tun.in/… – 短链接',
  ],
  notice: 'TuneIn Premium 的体育和无广告新闻，以及受 DRM 保护的内容，无法保存。电台也不行：它是直播。',
  features: [
    { title: '来源可能有的格式', text: '单集：MP3，64 到 192 kbps，取决于电台的制作；有时是 AAC。' },
    { title: '我们可以转换的格式', text: '128、192、256 或 320 kbps 的 MP3。新闻和谈话，最小的就够了。' },
    {
      title: '播出之后的广播',
      text: '许多电台会在几小时内把节目发布成播客。那是完整的文件，TuneIn 常常会列出它。',
    },
    { title: '按节目归类', text: '节目名和日期会写进转换出的文件，一周的新闻也能排得整整齐齐。' },
  ],
  tips: [
    '想要较早的单集，请在 tunein.com 上打开它；地址会以“topicId=”和一个数字结尾。',
    'TuneIn 应用的“分享”给出节目的地址。粘贴它就能看到最新的单集。',
    '错过了比赛直播或早间节目？请在 TuneIn 的播客里搜索节目名。',
  ],
  questions: [
    {
      question: '能录制 TuneIn 电台吗？',
      answer: '不能。电台不会结束，所以没有可以完成的文件。页面会说明它是直播电台；请试试这个节目的播客。',
    },
    {
      question: '哪些 TuneIn 链接可以用？',
      answer: '单集的链接（可以从 topicId 看出来），以及节目的链接，会列出最新的单集供您选择。',
    },
    {
      question: 'TuneIn Premium 的内容可以吗？',
      answer: '它是付费的，TuneIn 不会把文件交给别人，所以不可以。免费部分不需要账号，您和我们都不需要。',
    },
    {
      question: 'TuneIn 单集的音质如何？',
      answer:
        '与电台自己上传的一样，人声多为 96 或 128 kbps。由它制作更大的 MP3 只会占更多空间，听起来一样。',
    },
    {
      question: '为什么 TuneIn 单集几周后就没有了？',
      answer: '新闻节目会清理订阅源，而 TuneIn 只是指向文件。电台删除之后，就没有可以获取的了。',
    },
    {
      question: '能保存 TuneIn 音乐电台吗？',
      answer: '电台不行。以单集形式出现的录制音乐节目可以，前提是电台已公开发布。',
    },
    {
      question: '为什么 TuneIn 说电台在我的地区不可用？',
      answer: '播出权有地域限制，而对我们来说，看的是服务器所在的国家。单集受限的情况比直播少得多。',
    },
  ],
}
