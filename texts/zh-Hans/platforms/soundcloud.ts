import type { texts as english } from '../../en/platforms/soundcloud.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '按 SoundCloud 播放的样子保存公开曲目，或存为带有艺人、标题和封面的 MP3。',
  linkForms: [
    'soundcloud.com/artist/track',
    'soundcloud.com/artist/track/s-… – 通过私密链接分享的非公开曲目',
    'soundcloud.com/artist/sets/… – 合集：列出其中的曲目，每次一百首',
    'm.soundcloud.com/artist/track – 手机版',
    'on.soundcloud.com/… – 应用的分享按钮',
    'snd.sc/… – 旧的短链接',
    'w.soundcloud.com/player/?url=… – 其他网站里的播放器',
  ],
  notice:
    'SoundCloud Go+ 的曲目和厂牌发布的许多作品受 DRM 保护，无法保存；页面会说明。SoundCloud 只给试听的地方，您得到的就是试听，并会标明。',
  features: [
    {
      title: '来源可能有的格式',
      text: '约 160 kbps 的 AAC，分段传输。128 kbps 的 MP3。部分较早的上传有 64 kbps 的 Opus。',
    },
    {
      title: '我们可以转换的格式',
      text: '把 AAC 流合成一个 M4A，原样不变。用现有最好的流制作 128、192、256 或 320 kbps 的 MP3。',
    },
    { title: '合适的封面', text: '方形封面以大尺寸放进文件，上传者写作艺人。' },
    {
      title: '尊重私密链接',
      text: '非公开曲目只对持有私密链接的人开放。请保留“s-…”部分；我们不会告诉任何人。',
    },
  ],
  tips: [
    '如果艺人在 SoundCloud 上提供下载按钮，请用它：那可能是 WAV 或 FLAC 母带。',
    '合集链接会列出其中的曲目供您选择。主页或喜欢列表会被拒绝，并给出提示。',
    '很长的混音也可以，最长 {maxDuration}；选择 M4A 可以省去转换的等待。',
    '看看曲目下面的许可。知识共享会告诉您可以怎样使用您的副本。',
  ],
  questions: [
    {
      question: '为什么有些 SoundCloud 曲目无法保存？',
      answer: '版权方选择了 DRM、Go+ 订阅或限定国家。这时 SoundCloud 只给游客加密的流、片段，或什么都不给。',
    },
    {
      question: '320 kbps 会让 SoundCloud 曲目更好听吗？',
      answer: '不会。它不可能比制作它的流包含更多内容。它是给那些软件非它不可的人准备的。',
    },
    {
      question: '能下载 SoundCloud 播放列表或专辑吗？',
      answer: '可以下载其中的曲目。粘贴带有“/sets/”的地址，勾选想要的曲目，打包成 ZIP 保存。',
    },
    {
      question: '哪种 SoundCloud 格式最接近上传的文件？',
      answer: 'AAC 流。它由 SoundCloud 直接从上传的文件制作，把各段合成一个 M4A 不会改变声音。',
    },
    {
      question: 'SoundCloud 文件里有艺人、标题和封面吗？',
      answer: '我们制作的 MP3 里有。现成的 MP3 按 SoundCloud 存放的样子提供，往往只有很少的信息或没有。',
    },
    {
      question: '私密的 SoundCloud 链接可以用吗？',
      answer: '如果您得到的链接带有私密部分，就可以。没有这种链接的非公开曲目只有主人能看到。',
    },
    {
      question: '为什么 SoundCloud 混音比单曲慢？',
      answer: '两小时的混音由几百个十秒的小段组成，做成 MP3 还要从头计算一遍。进度条会显示进展。',
    },
    {
      question: '可以在我的视频里使用 SoundCloud 曲目吗？',
      answer: '这是您和艺人之间的事。离线收听是一回事，再次发布需要许可，而下载并不给予许可。',
    },
  ],
}
