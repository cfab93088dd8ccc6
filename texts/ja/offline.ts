import type { texts as english } from '../en/offline.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  title: 'オフラインです',
  text: 'ページ、形式、ファイルはインターネットから届きますが、この端末は接続できません。通信環境を確認して、もう一度お試しください。',
  again: '再試行',
}
