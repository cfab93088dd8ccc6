import type { texts as english } from '../../en/pages/blog.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ja', typeof english> = {
  title: 'ブログ',
  lead: 'メディアの保存についての記事。形式の仕組み、法律、各プラットフォームで期待できること。',
  read: '全文を読む',
  here: 'ここで読む',
  tags: 'タグ',
  like: 'いいね',
  likes: { other: 'いいね、{n} 件' },
  share: '共有',
  copied: 'リンクをクリップボードにコピーしました',
  copyFailed: 'リンクをコピーできませんでした。',
  explore: 'ほかのテーマ',
  topics: {
    formats: { title: '動画の形式', text: 'コンテナ、コーデック、どこで何が再生できるか。' },
    legal: { title: '法律ガイド', text: '著作権、フェアユース、ライセンス。' },
    platforms: { title: 'プラットフォーム', text: '各プラットフォームで期待できること。' },
    tips: { title: '画質のヒント', text: '近日公開' },
  },
  askTips: '画質のヒントは動画の形式のガイドにあります。読みますか？',
  yes: 'はい',
  no: 'いいえ',
  back: 'ブログへ戻る',
  backToAll: 'すべての記事へ戻る',
  related: '関連記事',
}
