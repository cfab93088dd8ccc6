import type { texts as english } from '../../en/platforms/tiktok.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '粘贴公开 TikTok 的链接，按上传时的样子保存短视频，没有应用自带的保存按钮会加上的跳动标志。',
  linkForms: [
    'tiktok.com/@name/video/1234567890 – 来自地址栏',
    'vm.tiktok.com/… 和 vt.tiktok.com/… – 应用里的“复制链接”',
    'tiktok.com/t/… – 部分国家的应用短链接',
    'm.tiktok.com/v/….html – 旧的手机版地址',
    'tiktok.com/@name/photo/… – 图文帖子：包含图片和歌曲',
  ],
  notice: 'TikTok 常常会暂时拒绝服务器。有些视频只在某些国家显示，这时结果取决于我们的服务器在哪里。',
  features: [
    { title: '干净的那一份', text: '没有标志，角落里没有用户名，结尾也没有带音效的片尾。' },
    {
      title: 'H.264 优先于 HEVC',
      text: '较新的视频，TikTok 会存两份。同样大小的两份里，您看到的是所有手机都能播放的那份。',
    },
    { title: '每个文件只列一次', text: 'TikTok 把同一个文件放在多台服务器上，列表里只出现一次。' },
  ],
  tips: [
    '在应用里点右侧的箭头，再点“复制链接”，然后把整段内容原样粘贴过来，带表情也没关系。',
    '主页链接对应许多视频：请打开您要的那一个，复制它的链接。',
    '如果创作者把账号设为私密或仅粉丝可见，那么除了这些粉丝，谁都看不到。',
    '带年龄标记的视频会拒绝未登录的访客。',
  ],
  questions: [
    {
      question: 'TikTok 的水印是被去掉的吗？',
      answer:
        '没有涂抹任何东西。TikTok 自己就存有不带标志的上传版本，您得到的就是那一份；创作者自己放进画面里的标志会保留。',
    },
    {
      question: 'TikTok 的图片轮播怎么处理？',
      answer: '图片逐张列出，歌曲排在最后。可以保存其中一张，也可以把全部图片打包成 ZIP。',
    },
    {
      question: '能保存 TikTok 直播吗？',
      answer:
        '直播进行中不行，而且 TikTok 之后会删除大多数直播。如果创作者把其中一段发成视频，那个视频就可以保存。',
    },
    {
      question: '创作者会知道我保存了视频吗？',
      answer: '我们像任何陌生人一样请求视频。TikTok 不会知道您是谁，也不会有任何消息发给创作者。',
    },
    {
      question: '为什么我的 TikTok 小于 1080p？',
      answer:
        '因为它是以较小的尺寸上传、拼接或在应用里剪辑的。TikTok 不保留相机的原始文件，所以没有更大的版本。',
    },
    {
      question: '为什么我能看到，TikTok 却说视频不可用？',
      answer:
        '您可能已登录、资料显示年龄符合，或者与我们的服务器不在同一个国家。请在无痕窗口打开链接：如果它要求登录，我们也无法获取。',
    },
  ],
}
