import type { texts as english } from '../../en/platforms/facebook.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro:
    '保存公开 Facebook 主页、个人页和公开小组里的视频与 Reels。从分享菜单复制地址；fb.watch 链接也可以。',
  linkForms: [
    'facebook.com/watch/?v=… – Watch 里的视频',
    'facebook.com/name/videos/… – 主页或个人页上的视频',
    'facebook.com/reel/… – Reels',
    'facebook.com/share/v/… 和 /share/r/… – 应用复制出来的链接',
    'facebook.com/name/posts/… 和 story.php – 含有视频的帖子',
    'fb.watch/… – 短链接',
    'm.facebook.com 和 web.facebook.com – 同样的地址',
  ],
  notice:
    'Facebook 对许多视频都要求登录，公开的也不例外，而且对服务器比对人要求得更多。遇到这种情况，页面会告诉您。',
  features: [
    { title: '480p 到 1080p', text: '多数上传都有标清和高清。Facebook 保留哪些由上传决定，不由我们决定。' },
    { title: '解析应用链接', text: '应用的分享链接里看不出是哪个视频；我们会一路跟到真正的帖子。' },
    { title: '已结束的直播', text: '直播结束后会变成普通视频，之后就能像其他视频一样保存。' },
  ],
  tips: [
    '日期旁边的小地球表示公开。两个人头或一把锁表示任何链接我们都用不了。',
    '在应用里：先点“分享”，再点“复制链接”；在电脑上：右键点击帖子的日期，复制地址。',
    '快拍链接需要账号，而且一天后就消失，所以会被拒绝。',
  ],
  questions: [
    {
      question: '视频是公开的，为什么 Facebook 还要登录？',
      answer:
        'Facebook 对每个访客分别决定：有人看到视频，有人看到登录框。请在无痕窗口试试这个链接。如果不登录也能播放，请过几分钟再粘贴一次。',
    },
    {
      question: 'Facebook 小组里的视频可以吗？',
      answer: '公开小组可以：请复制帖子自己的地址。私密小组里的内容只留在成员之间。',
    },
    {
      question: '为什么 Facebook 上只有 SD 和 HD？',
      answer: '较早的视频只存了这两种大小。较新的有一整套分辨率，每一档都会列出，并标明大小。',
    },
    {
      question: 'Facebook 的 Reels 会保留音乐吗？',
      answer: '通常会。如果版权方让歌曲静音了，Reels 在 Facebook 上也没有声音，文件也无法恢复。',
    },
  ],
}
