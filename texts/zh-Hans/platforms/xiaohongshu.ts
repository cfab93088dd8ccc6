import type { texts as english } from '../../en/platforms/xiaohongshu.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'zh-Hans', typeof english> = {
  intro: '保存公开小红书笔记里的视频或图片。粘贴链接，或把应用复制的整段文字直接粘贴过来。',
  linkForms: [
    'xiaohongshu.com/explore/…?xsec_token=… – 连同 token 一起复制',
    'xiaohongshu.com/discovery/item/… – 应用分享出来的地址',
    'xhslink.com/… – 短链接',
    'rednote.com/explore/… – 国际版地址',
    'xiaohongshu.com/user/profile/…/… – 从个人主页打开的笔记',
    '… 复制本条信息，打开【小红书】App … – 应用里的整段分享文字',
  ],
  notice:
    '许多笔记小红书只给已登录的人看，没有 token 的链接常常被拒绝。刚从应用里分享出来的链接最有可能成功。',
  features: [
    {
      title: '分享链接保持完整',
      text: '链接里的跟踪参数会去掉，“xsec_token”会保留：没有它，网站只会给出登录框。',
    },
    { title: '角落没有标志', text: '应用自己保存的视频带有标志和作者的小红书号。网页播放的那份文件没有。' },
    { title: '每份只列一次', text: '同一份视频，小红书会给出多台服务器。列表里只出现一次。' },
  ],
  tips: [
    '在应用里：点右上角的箭头，再点“复制链接”。请马上粘贴，因为这些链接会失效。',
    '图文笔记和视频一样：粘贴链接，每张图片都会列出。',
    '个人主页或“发现”页的链接对应许多笔记，请打开您要的那一篇。',
  ],
  about: {
    title: '关于小红书链接',
    paragraphs: [
      '小红书 2013 年创办于上海，一篇笔记是一组图片或一个视频，下面配有文字。在海外它叫 RedNote，笔记是同一批。',
      '过去网页版对所有人开放。如今没有账号的访客大多只能通过别人分享的链接看到笔记，而这样的链接带有 token，过一段时间就失效。所以这里请您粘贴应用复制的文字，而不是手打的地址。',
      '视频会存一份 H.264，较新的笔记再存一份 HEVC，竖屏远多于横屏。没有视频的笔记是图集，图片逐张列出。',
    ],
  },
  questions: [
    {
      question: '小红书和 RedNote 是同一个吗？',
      answer:
        '是的，RedNote 是小红书的英文名。rednote.com 和 xiaohongshu.com 的地址指向同一篇笔记，我们在中文站查找。',
    },
    {
      question: '链接在应用里能打开，为什么这里被拒绝？',
      answer:
        '应用里您已登录，我们的服务器没有。请重新分享笔记，这会生成新的 token，再粘贴那段文字。如果仍然失败，就是笔记只给登录用户看。',
    },
    {
      question: '可以把链接前后的文字一起粘贴吗？',
      answer: '请直接粘贴。它以数字开头，以邀请打开应用结尾；我们只读取中间的 xhslink 地址。',
    },
    {
      question: '保存的视频有水印吗？',
      answer: '网页播放的那份没有。贴纸、标题和作者自己写进画面的名字属于视频本身，会保留。',
    },
    {
      question: '怎样保存笔记里的图片？',
      answer: '粘贴笔记的链接。图片按网站提供的较大尺寸列出；可以保存一张，也可以全部打包成 ZIP。',
    },
    {
      question: '小红书视频的分辨率是多少？',
      answer: '多为 720p 或 1080p，按竖屏的短边计算。作者上传了更高的才有更高的，我们不会放大。',
    },
  ],
}
