import type { texts as english } from '../en/notice.ts'
import type { In } from '../shape.ts'

export const texts: In<'ar', typeof english> = {
  refused: 'يرفضنا {platform} منذ {time}.',
  limited: 'يقيّدنا {platform} منذ {time}.',
  unreachable: 'لا اتصال بـ {platform} منذ {time}.',
}
