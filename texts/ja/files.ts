import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  made: 'その他の音声ファイル',
  cover: 'カバー画像',
  another: '別の言語も入れる',
  leaveOut: '{name} を外す',
  subtitles: {
    all: 'すべての言語を SRT で',
    saving: '{done} / {total}',
    lost: '読み込めなかったもの：{names}',
  },
  chapters: {
    save: { other: '{n} 個のチャプターをすべて {format} で保存' },
    again: { other: '失敗した {n} 個を保存' },
    asks: 'チャプターごとに番号付きの 1 ファイルになります。複数の保存を許可するか、ブラウザーが確認することがあります。',
    saving: 'チャプター {at} / {total}：{percent}%',
    waiting: '1 分後に続けます。',
    saved: { other: '{n} 個のファイルを保存しました。' },
    lost: '保存できなかったもの：{titles}',
  },
}
