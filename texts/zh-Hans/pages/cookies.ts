import type { texts as english } from '../../en/pages/cookies.ts'
import type { In } from '../../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: 'Cookie 设置',
  lead: '选择除必要内容之外还可以存储什么。无论怎么选，下载都一样。',
  acceptAll: '全部接受',
  rejectAll: '全部拒绝',
  categories: {
    essential: {
      title: '必要',
      text: '记住这里的选择、您上次选择的文件类型、文件是否一准备好就保存、文件怎样命名、您选择的浅色或深色外观、您是否看过安装本站的提示、这个标签页的结果，以及您打开后的最近下载列表。都保存在您的浏览器里，不会发送给我们。只有您上次阅读的语言会随每次请求发送，好让页面以这种语言显示。',
      examples:
        '始终开启。名称：dataConsent、consentAsked、cookiePreferences、recentDownloads、lastChoice、saveWhenReady、fileNames、theme、installHint、results、handedLink、language。',
    },
    analytics: {
      title: '统计',
      text: '让我们统计哪些页面和平台有人使用，好知道先修什么。绝不包括您粘贴的链接。',
      examples: 'Google Analytics，仅在本站启用的地方。名称：_ga 以及 _ga_ 加编号；最长 {analyticsTime}。',
    },
    advertising: {
      title: '广告',
      text: '允许显示标明的广告，用来支付服务器费用。预览页上绝不出现。',
      examples: 'Google AdSense，仅在本站启用的地方。名称：__gads、__gpi、__eoi。',
    },
    personalization: {
      title: '个性化',
      text: '允许这些广告考虑您的兴趣。关闭时，广告与您的行为无关。',
      examples: '只在开启广告时有效。',
    },
  },
  save: { idle: '保存设置', saving: '正在保存…', saved: '已保存！', error: '出错，请重试' },
  savedOn: 'Cookie 偏好已保存！个性化功能已开启。',
  savedOff: 'Cookie 偏好已保存！您的浏览将保持私密。',
  policy: '隐私政策中关于 Cookie 的说明',
  signal: '您的浏览器发送了 Global Privacy Control 信号。在此期间，无论这里保存了什么，可选类别都保持关闭。',
  forget: '忘记我上次的选择',
  forgotten: '已忘记。下一次结果会重新推荐最合适的文件。',
  forgetBlocked: '您的浏览器阻止网站数据，所以这里没有存储任何内容。',
  nothingToForget: '此设备上没有存储文件的选择。',
}
