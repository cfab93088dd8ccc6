import type { texts as english } from '../../en/platforms/facebook.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'ja', typeof english> = {
  intro:
    '公開の Facebook ページ、プロフィール、公開グループの動画とリールを保存。共有メニューからアドレスをコピーしてください。fb.watch のリンクも使えます。',
  linkForms: [
    'facebook.com/watch/?v=… – Watch の動画',
    'facebook.com/name/videos/… – ページやプロフィールの動画',
    'facebook.com/reel/… – リール',
    'facebook.com/share/v/… と /share/r/… – アプリがコピーするもの',
    'facebook.com/name/posts/… と story.php – 動画を含む投稿',
    'fb.watch/… – 短縮リンク',
    'm.facebook.com と web.facebook.com – 同じアドレス',
  ],
  notice:
    'Facebook は公開の動画でもログインを求めることが多く、人よりサーバーに対して多く求めます。その場合はページでお知らせします。',
  features: [
    {
      title: '480p から 1080p',
      text: 'ほとんどの投稿に標準画質と高画質があります。Facebook がどれを残すかは投稿しだいで、こちらでは決められません。',
    },
    {
      title: 'アプリのリンクを解決',
      text: 'アプリの共有リンクからは動画がわかりません。本当の投稿が見つかるまでたどります。',
    },
    {
      title: '過去のライブ動画',
      text: 'ライブ動画は終了後に普通の動画になり、ほかと同じように保存できます。',
    },
  ],
  tips: [
    '日付の横の小さな地球は公開のしるしです。人物 2 人や鍵の場合、どのリンクも使えません。',
    'アプリでは「シェア」、「リンクをコピー」。パソコンでは投稿の日付を右クリックしてアドレスをコピーします。',
    'ストーリーズのリンクはアカウントが必要で 1 日で消えるため、お断りします。',
  ],
  questions: [
    {
      question: '公開の動画なのにログインを求められるのはなぜですか？',
      answer:
        'Facebook が訪問者ごとに決めており、動画が見える人もログイン画面が出る人もいます。シークレットウィンドウで試し、ログインせずに再生できるなら、数分後にもう一度貼り付けてください。',
    },
    {
      question: 'Facebook グループの動画は使えますか？',
      answer:
        '公開グループなら使えます。投稿そのもののアドレスをコピーしてください。非公開グループの投稿はメンバーだけのものです。',
    },
    {
      question: 'Facebook に SD と HD しかないのはなぜですか？',
      answer:
        '古い動画はその 2 つのサイズで保存されています。新しい動画には複数の解像度があり、それぞれサイズ付きで並びます。',
    },
    {
      question: 'Facebook のリールに音楽は残りますか？',
      answer: 'たいていは残ります。権利者が曲を消音した場合は Facebook でも無音で、ファイルでも戻せません。',
    },
  ],
}
