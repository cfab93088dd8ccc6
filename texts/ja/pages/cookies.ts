import type { texts as english } from '../../en/pages/cookies.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ja', typeof english> = {
  title: 'Cookie の設定',
  lead: '必須のもの以外に何を保存してよいか選びます。どちらを選んでもダウンロードは同じです。',
  acceptAll: 'すべて許可',
  rejectAll: 'すべて拒否',
  categories: {
    essential: {
      title: '必須',
      text: 'この選択、前回選んだファイルの種類、準備ができたらすぐ保存するか、ファイルの名前の付け方、選んだテーマ（ライトかダーク）、インストールの案内を見たか、このタブの結果、オンにした場合の最近のダウンロードの一覧を記憶します。ブラウザーの中に保存され、こちらには送られません。',
      examples:
        '常にオン。名前：dataConsent、consentAsked、cookiePreferences、recentDownloads、lastChoice、saveWhenReady、fileNames、theme、installHint、results、handedLink。',
    },
    analytics: {
      title: '統計',
      text: 'どのページとプラットフォームが使われているかを数え、何から直すかを知るためのものです。貼り付けたリンクは決して含みません。',
      examples:
        'このサイトで設定されている場合の Google Analytics。名前：_ga、_ga_ と番号。最長 {analyticsTime}。',
    },
    advertising: {
      title: '広告',
      text: 'サーバー費用をまかなう、広告と表示された広告を出せるようにします。プレビューのページには決して出ません。',
      examples: 'このサイトで設定されている場合の Google AdSense。名前：__gads、__gpi、__eoi。',
    },
    personalization: {
      title: 'パーソナライズ',
      text: 'それらの広告があなたの関心を考慮できるようにします。オフなら、広告は行動に左右されません。',
      examples: '広告と一緒の場合だけ有効です。',
    },
  },
  save: { idle: '設定を保存', saving: '保存中…', saved: '保存しました', error: 'エラー、再試行' },
  savedOn: 'Cookie の設定を保存しました。パーソナライズ機能がオンになりました。',
  savedOff: 'Cookie の設定を保存しました。プライバシーを守って閲覧できます。',
  policy: 'Cookie についてのプライバシーポリシー',
  signal:
    'ブラウザーが Global Privacy Control を送っています。その間は、ここで何を保存しても任意の項目はオフのままです。',
  forget: '前回の選択を忘れる',
  forgotten: '忘れました。次の結果では、最適なファイルをもう一度おすすめします。',
  forgetBlocked: 'ブラウザーがサイトデータをブロックしているため、何も保存されていません。',
  nothingToForget: 'この端末にファイルの選択は保存されていません。',
}
