import type { texts as english } from '../../en/pages/status.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ja', typeof english> = {
  title: '稼働状況',
  lead: 'いま何が使えるかを、直近 1 時間のリンクから数えています。',
  asOf: 'UTC {time} 現在。',
  faults: {
    down: '処理を一時停止しています。現在、リンクを読み取れません。',
    merges: '現在、ファイルの結合は半分以上が失敗しています。サイトに完全な形であるファイルは保存できます。',
    day: '今日の処理量を使い切りました。ファイルの結合は UTC 00:00 以降に再開します。サイトに完全な形であるファイルは保存できます。',
  },
  columns: { platform: 'サイト', state: '状態', time: '通常の時間' },
  since: 'UTC {time} から',
  otherSites: 'その他のサイト',
  states: {
    works: '正常',
    limited: '制限中',
    refused: '拒否',
    unreachable: '接続不可',
    unknown: '情報なし',
  },
  meaning: '言葉の意味',
  meanings: {
    works: '直近 1 時間にリンクを読み取れました。',
    limited: 'サイトがこちらの要求の一部を拒否しているか、最近のリンクの半分以上が失敗しました。',
    refused: 'サイトがこちらのすべてのサーバーを拒否しています。こちらのリンクで再び試します。',
    unreachable: 'どのサーバーもサイトに接続できません。',
    unknown: '直近 1 時間にこのサイトのリンクは読み取られず、問題も見つかっていません。',
  },
}
