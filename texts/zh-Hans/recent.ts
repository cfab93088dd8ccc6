import type { texts as english } from '../en/recent.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: '最近下载',
  keep: '保留我最近 10 次下载的列表。它只在这个浏览器里，我们看不到。',
  nothing: '还没有内容。',
  again: '再次获取',
  againNamed: '：{title}，在新标签页中',
  clear: '清空列表',
}
