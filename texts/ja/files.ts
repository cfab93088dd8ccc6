import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  made: 'その他の音声ファイル',
  cover: 'カバー画像',
  another: '別の言語も入れる',
  leaveOut: '{name} を外す',
}
