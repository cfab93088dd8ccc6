import type { texts as english } from '../../en/pages/blog.ts'
import type { In } from '../../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: '博客',
  lead: '关于保存媒体的文章：格式怎样运作，法律怎么说，各个平台能期待什么。',
  read: '阅读全文',
  here: '在此阅读',
  tags: '标签',
  like: '赞',
  likes: { other: '赞，{n} 个赞' },
  share: '分享',
  copied: '链接已复制到剪贴板！',
  copyFailed: '无法复制链接。',
  explore: '更多主题',
  topics: {
    formats: { title: '视频格式', text: '封装格式、编码，以及在哪里能播放。' },
    legal: { title: '法律指南', text: '版权、合理使用与许可。' },
    platforms: { title: '平台动态', text: '各个平台能期待什么。' },
    tips: { title: '画质技巧', text: '即将推出' },
  },
  askTips: '画质技巧在我们的视频格式指南里。要阅读吗？',
  yes: '是',
  no: '否',
  back: '返回博客',
  backToAll: '返回全部文章',
  related: '相关文章',
}
