import type { texts as english } from '../en/notice.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  refused: '{platform} は {time} から接続を拒否しています。',
  limited: '{platform} は {time} から接続を制限しています。',
  unreachable: '{time} から {platform} に接続できません。',
}
