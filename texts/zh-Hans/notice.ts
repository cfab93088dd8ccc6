import type { texts as english } from '../en/notice.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  refused: '{platform} 从 {time} 起拒绝我们。',
  limited: '{platform} 从 {time} 起限制我们。',
  unreachable: '从 {time} 起无法连接 {platform}。',
}
