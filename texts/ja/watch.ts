import type { texts as english } from '../en/watch.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  watch: '{title} を見る',
  listen: '{title} を聴く',
  clip: '切り抜き',
  chapters: { other: 'チャプター {n}' },
  subtitles: { other: '字幕 {n}' },
  downloadClip: '{length} の区間をダウンロード',
  moment: 'お待ちください…',
  qualityOfAll: '全体の画質',
  suggested: 'おすすめ',
  savedZips: { other: '{items} 件を {n} 個の ZIP で保存しました。' },
  start: '開始',
  end: '終了',
  startHandle: '区間の開始',
  endHandle: '区間の終了',
  whole: '動画全体',
  minute: '{time} の前後',
}
