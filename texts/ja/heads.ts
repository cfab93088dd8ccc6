import type { texts as english } from '../en/heads.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  title: '{page} | {name}',
  platform: {
    video: '{platform} 動画ダウンロード - 無料で HD 保存',
    episode: '{platform} ダウンロード - 無料でエピソード保存',
    track: '{platform} ダウンロード - 無料で MP3 保存',
  },
  downloader: '{platform} ダウンロード',
  descriptions: {
    video:
      '{name} で公開の {platform} 動画を保存。リンクを貼り付けて、形式を選ぶだけ。無料、アカウント不要。',
    episode:
      '{name} で公開の {platform} エピソードを音声で保存。リンクを貼り付けて、形式を選ぶだけ。無料、アカウント不要。',
    track:
      '{name} で公開の {platform} トラックを音声で保存。リンクを貼り付けて、形式を選ぶだけ。無料、アカウント不要。',
    guide: '{name} で公開の動画、曲、エピソードを保存する手順。Windows、Mac、Android、iPhone、iPad。',
    send: 'コピーせずに {name} へリンクを送る 4 つの方法。アドレスバー、ブックマーク、iPhone のショートカット、共有メニュー。',
    status: '{name} がいま読み取れるサイト、リンクにかかる時間、問題がいつから続いているか。',
    help: '{name} についての回答。はじめに、画質と形式、リンクが失敗したとき、プライバシー、お問い合わせ。',
    blog: 'メディアの保存についての記事。形式とコーデック、著作権とフェアユース、プラットフォームの比較。',
    privacy: '{name} が保存するもの、その期間、決して保存しないもの。読まれるために書きました。',
    terms: '{name} の利用規則。保存できるもの、禁止されていること、こちらの責任。',
    dmca: '{name} に著作権侵害を知らせる方法、通知への回答方法、各手順にかかる期間。',
    glossary: 'コーデック、コンテナ、ビットレート、DRM、{name} のポリシーの用語を、やさしい言葉で。',
    cookies: '{name} が使ってよい任意の Cookie を選びます。どちらを選んでもダウンロードは同じです。',
  },
  pages: {
    guide: '動画のダウンロード方法',
    send: 'リンクを送る',
    status: '稼働状況',
    help: 'ヘルプセンター',
    blog: 'ブログ',
    privacy: 'プライバシーポリシー',
    terms: '利用規約',
    dmca: 'DMCA ポリシー',
    glossary: '用語集',
    cookies: 'Cookie の設定',
    preview: 'プレビュー',
    missing: 'ページが見つかりません',
    making: 'あなたのファイル',
    notFound: '見つかりません',
    wrong: '問題が発生しました',
  },
  shortcut: 'リンクを貼り付け',
  brand: {
    slogan: 'リンクを貼って、ファイルを手元に。',
    tagline:
      '公開の動画、音楽、ポッドキャストを、選んだ画質で保存。アカウントも透かしもインストールもありません。',
    title: '{name}：公開の動画と音声を保存',
    description:
      '公開リンクを貼り付けて、形式とサイズを見て、ファイルを保存。動画、音楽、ポッドキャストを、無料、アカウント不要で。',
    keywords: '動画 ダウンロード, 音声 ダウンロード, ポッドキャスト ダウンロード, mp4, mp3',
  },
}
