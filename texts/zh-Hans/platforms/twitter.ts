import type { texts as english } from '../../en/platforms/twitter.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '保存 X（原 Twitter）公开帖子里的视频、GIF 和照片。粘贴帖子的地址，从列表里选择。',
  linkForms: [
    'twitter.com/name/status/1234567890',
    'x.com/name/status/1234567890',
    'www.x.com/name/status/1234567890/video/2 – 帖子里的第二个视频',
    'x.com/i/status/1234567890 – 不带用户名',
    'x.com/i/spaces/… – 已录制的 Space',
    't.co/… – 帖子或消息里的短链接',
  ],
  notice: '标为敏感的帖子只给已登录的用户看，受保护账号的帖子也是如此。两者都无法从这里获取。',
  features: [
    { title: '三种媒体', text: '视频为 MP4，动图为 MP4 或 GIF，静态图片为 JPG：帖子里的媒体按类型列出。' },
    { title: '帖子里的每一项', text: '一个帖子最多可以有四个视频和照片。全部列出，由您选择。' },
    { title: '认识镜像地址', text: '聊天里分享的 fxtwitter、vxtwitter 和 fixupx 地址都指向同一个帖子。' },
    { title: '自动开始', text: '用带有帖子地址的链接（?url=…）打开本页，就会马上查找格式。' },
  ],
  tips: [
    '请在帖子下方点“分享”，再点“复制链接”：在长串里，地址栏可能是另一条的地址。',
    '引用别人的视频并不会复制它，请打开被引用的帖子，取它的地址。',
    '要把 GIF 发到聊天里？选 MP4：体积小好几倍，动起来一样。',
    '直播结束后，如果作者保留了回放，就可以保存。',
  ],
  questions: [
    {
      question: 'twitter.com 的链接还能用吗？',
      answer: '能。twitter.com、mobile.twitter.com 和 x.com 指向同一个帖子，我们会用较新的域名查找。',
    },
    {
      question: 'X 上最好的画质是多少？',
      answer: '最高 1080p。X 会把每个上传缩成几种尺寸；列表显示您的帖子有哪些，并标明各自的分辨率。',
    },
    {
      question: '为什么我从 X 保存的 GIF 没有声音？',
      answer: '它本来就没有：以 GIF 发帖时，X 会去掉声音。想要有声的视频，作者必须上传视频。',
    },
    {
      question: '怎样得到 X 帖子里的照片？',
      answer: '粘贴帖子的链接。如果里面有图片，会以 JPG 逐张列出；只有文字的帖子没有可保存的内容。',
    },
    {
      question: '能从 X 的受保护账号下载吗？',
      answer:
        '不能，即使您关注了它也不行。它的帖子只给已获批准并登录的关注者看，而我们是以陌生人的身份请求的。',
    },
    {
      question: 'X 的 Space 可以保存吗？',
      answer:
        '如果主持人选择了录制，并且已经结束，就可以保存为音频。进行中的 Space 会显示为直播，没有录制的则已经没有了。',
    },
  ],
}
