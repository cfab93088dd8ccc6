import type { texts as english } from '../../en/platforms/youtube.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro:
    '把公开的 YouTube 视频、Shorts 或已结束的直播保存为一个文件。选择之前，就能看到 YouTube 提供给我们的分辨率。',
  linkForms: [
    'youtube.com/watch?v=… – 视频；即使在播放列表或合辑里，也只取这一个视频',
    'youtu.be/… – 分享按钮给出的短链接',
    'youtube.com/shorts/… – Shorts 短视频',
    'youtube.com/live/… – 已结束的直播',
    'music.youtube.com/watch?v=… – YouTube Music 上的一首歌',
    'youtube.com/embed/… – 其他网站里的播放器',
    'youtube.com/playlist?list=PL… – 播放列表或专辑：列出其中的视频，每次一百个',
  ],
  features: [
    {
      title: '画面和声音合在一起',
      text: 'YouTube 在 360p 以上把画面和声音分开提供。我们把两者合成一个文件，不重新编码，画面不会变糊。',
    },
    { title: '边制作边播放', text: '文件还在合并时，预览就能从开头几秒播放起来。' },
    { title: '视频原本的语言', text: '许多频道会加自动配音。默认是原声，配音会标明语言。' },
    {
      title: '标明 HDR 和帧率',
      text: '每秒 60 帧或 HDR 的格式会标明；在不支持 HDR 的屏幕上，HDR 画面会发灰。',
    },
    {
      title: '只要声音',
      text: 'AAC 音轨存为 M4A、Opus 音轨存为 WEBM，都是原样复制；也可以制作四种大小的 MP3。',
    },
  ],
  tips: [
    '从播放列表里复制的链接可以直接用：“&list=”后面的部分会自动去掉。',
    '如果 4K 文件在电视上放不了，请选 MP4 的 1080p；电视多半没有 VP9 或 AV1 解码器。',
    '首播和直播要等结束、并且 YouTube 处理完之后才能保存，这可能要几个小时。',
    '播放列表的地址会列出其中的视频供您选择。频道没有这样的列表：请打开其中一个视频，复制它自己的链接。',
  ],
  questions: [
    {
      question: '为什么 YouTube 有时回答需要登录？',
      answer:
        '它怀疑来自数据中心的请求，要求它们登录。我们在那里没有账号，也不会使用您的账号，所以只能稍后再试。',
    },
    {
      question: '哪种 YouTube 分辨率最适合剪辑？',
      answer: 'MP4 的 1080p。它是 H.264，各种剪辑软件都能流畅处理；索引放在文件开头，所以打开很快。',
    },
    {
      question: 'YouTube 视频会带字幕吗？',
      answer:
        '您选了就有。YouTube 为视频提供的字幕列在“更多”里，每种都有 SRT、WebVTT 和纯文本。也可以在那里把一种语言放进视频，在播放器里打开字幕时显示。',
    },
    {
      question: '有年龄限制或会员专享的视频能保存吗？',
      answer: '不能。两者都需要登录，私密视频也一样。不公开列出的视频则不同，任何有链接的人都可以用。',
    },
    {
      question: 'YouTube 的 320 kbps MP3 比 128 kbps 的好吗？',
      answer:
        '略好一点，因为转换时损失更少；但不会比 YouTube 上的音轨更好，那里大约是 130 到 160 kbps。想要完全一样的声音，请选 M4A 或 WEBM。',
    },
    {
      question: 'YouTube 视频最长可以多长？',
      answer:
        '最长 {maxDuration}，最大 {maxSize}。更长的录像在选择之前就会被拒绝；降低分辨率只能解决大小问题。',
    },
  ],
}
