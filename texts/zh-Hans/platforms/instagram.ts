import type { texts as english } from '../../en/platforms/instagram.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '公开 Instagram 账号的 Reels、视频和照片，不用装应用，也不用交出密码。',
  linkForms: [
    'instagram.com/reel/… 和 /reels/… – Reels',
    'instagram.com/p/… – 帖子：一个视频、一张照片，或其中多个',
    'instagram.com/tv/… – 旧的 IGTV 视频',
    'instagram.com/name/reel/… – 带账号名的地址',
    'instagram.com/share/… – 较新的分享链接',
  ],
  notice:
    'Instagram 只让陌生人看少量帖子，之后就要求登录，而服务器的次数很快就用完。当它要求为您的链接登录时，页面会告诉您。',
  features: [
    { title: '多图帖子任选', text: '帖子里有多张照片或多个视频时，会全部列出，由您选择。' },
    { title: '保持竖屏', text: 'Reels 保持 9:16 的比例，不裁剪，也不加黑边。' },
    {
      title: '永远不要密码',
      text: '要您的 Instagram 登录才肯保存 Reels 的网站，要的其实是您的账号。我们没有填密码的地方。',
    },
  ],
  tips: [
    '请在无痕窗口查看该账号：名字下面有锁，就表示只有关注者能看到帖子。',
    '快拍和精选只给已登录的人看，这里无法获取。',
    '主页或歌曲页面的地址对应许多帖子；请点开一个，复制它的链接。',
  ],
  questions: [
    {
      question: '为什么公开的 Instagram 帖子也要登录？',
      answer:
        '它按地址和按小时限制陌生人能看的数量。有些公开帖子对所有没有账号的人都在这道墙后面。稍后再试可能会成功。',
    },
    {
      question: '能下载 Instagram 照片吗？',
      answer:
        '可以。粘贴帖子的链接：一张照片以 JPG 提供，多张则逐张列出。一个帖子的照片也可以打包成 ZIP 保存。',
    },
    {
      question: 'Instagram 快拍可以吗？',
      answer: '不可以。快拍只向已登录的账号显示一天，主人还能看到谁看过。陌生的服务器不会被放行。',
    },
    {
      question: '保存的 Reels 有原声吗？',
      answer:
        '和 Instagram 播放的一样：人声和歌曲混在一起。如果歌曲在您或我们所在的国家被移除，那一段就没有声音。',
    },
    {
      question: '对方会收到我保存 Reels 的通知吗？',
      answer:
        '我们不会通知，而文件经由我们的服务器，Instagram 也不知道有下载。不过，转发别人的作品之前请先询问。',
    },
  ],
}
