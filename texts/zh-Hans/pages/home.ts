import type { texts as english } from '../../en/pages/home.ts'
import type { In } from '../../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  platformsTitle: '支持的平台',
  how: {
    title: '使用步骤',
    lead: '粘贴、选择、保存。图中的时间以一段短视频为例。',
  },
  steps: {
    paste: {
      title: '粘贴链接',
      text: '从地址栏复制，或用应用里的分享按钮。整段分享文字也可以，链接会被自动识别。',
    },
    choose: {
      title: '选择格式',
      text: '有声、无声或只要声音。选择之前就能看到大小和分辨率。',
      audio: '音频',
    },
    download: {
      title: '下载',
      text: '文件一准备好就保存到您的设备。我们的副本会自动删除。',
    },
  },
  features: {
    title: '功能',
    lead: '您能得到什么，直接说清楚。',
  },
  facts: [
    { title: '不加水印', text: '画面就是来源本身的画面，上面不加任何东西。' },
    { title: '最高 4K', text: '平台提供给我们的每一种分辨率都会列出。' },
    { title: '单独保存声音', text: '原样保存原始音轨，或由它制作的 MP3。' },
    { title: '无需注册', text: '不要账号、不要邮箱、不要装应用。打开页面，粘贴即可。' },
    {
      title: '保存前先检查',
      text: '由我们合并的文件，在交给您之前会先检查：能播放、能拖动、能在剪辑软件里打开。',
    },
    { title: '只处理公开链接', text: '私密、付费或需要登录的内容，我们不获取。' },
  ],
  faq: {
    title: '常见问题',
    lead: '还有别的问题？<help>请看帮助中心</help>。',
  },
  morePlatforms: '{platforms}等',
  questions: [
    { question: '是免费的吗？', answer: '是的。没有账号、没有试用期，也没有付费套餐。' },
    {
      question: '支持哪些平台？',
      answer: '{platforms}。许多其他带有公开视频或音频文件的网站也可以用：粘贴链接试试看。',
    },
    {
      question: '可以下载什么画质？',
      answer:
        '平台发布了什么就能下载什么，有 4K 的地方最高到 4K。每个选项的大小（在已知的情况下）以及是否经过转换，都会标明。',
    },
    {
      question: '我的下载是私密的吗？',
      answer:
        '没有账号，我们也不保留您的链接列表。我们制作的文件会在 {retention}内删除；按“立即删除”则马上删除。',
    },
    {
      question: '为什么链接会失败？',
      answer:
        '私密、已删除、付费或需要登录的内容无法获取；有时网站也会限制我们的服务器。提示会告诉您是哪一种情况。',
    },
  ],
}
