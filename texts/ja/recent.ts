import type { texts as english } from '../en/recent.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  title: '最近のダウンロード',
  keep: '最近 10 件のダウンロードの一覧を残します。このブラウザーの中だけに保存され、こちらからは見えません。',
  nothing: 'まだありません。',
  again: 'もう一度取得',
  againNamed: '：{title}、新しいタブで',
  clear: '一覧を消す',
}
