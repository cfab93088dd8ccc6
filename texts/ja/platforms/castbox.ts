import type { texts as english } from '../../en/platforms/castbox.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'ja', typeof english> = {
  intro:
    'Castbox のエピソードをアプリの外に保存。共有ボタンがコピーするアドレスを貼り付けてください。無料のエピソードは、元のファイルのまま届きます。',
  linkForms: [
    'castbox.fm/episode/Title-id123-id456 – ウェブのエピソード',
    'castbox.fm/vb/456 – アプリの短い形',
    'castbox.fm/x/… – 共有リンク',
    'www.castbox.fm/episode/…?country=us – 国や宣伝の印は関係ありません',
  ],
  notice:
    'オーディオブックや有料番組など、Castbox が販売するものには公開ファイルがないか、DRM で保護されており、保存できません。Castbox はときどきサイトを作り直すため、対応するまで失敗することがあります。',
  features: [
    { title: '配信元の形式', text: '多くは MP3、ときどき AAC の M4A。制作者の投稿によります。' },
    {
      title: 'こちらで作る形式',
      text: '4 つのレート（128、192、256、320 kbps）の MP3。カバー画像とチャンネル名付き。',
    },
    {
      title: '本人のページから',
      text: 'タイトル、チャンネル、画像、音声は、訪問者のブラウザーが見るのと同じ場所から読み取ります。',
    },
    { title: '先に聴く', text: '保存前にプレビューで再生でき、どの時間にも移動できます。' },
  ],
  tips: [
    'Castbox アプリでエピソードを開き、共有のしるしをタップして「リンクをコピー」を選びます。',
    '「/channel/」を含むアドレスは番組です。エピソードを開いて、そのアドレスを使ってください。',
    'アプリが購入や有料会員を求めるエピソードは、どのリンクもここでは使えません。',
  ],
  questions: [
    {
      question: 'Castbox 自身のダウンロードと同じですか？',
      answer:
        'それはアプリの中だけのもので、アプリとともに消えます。ここで保存するのは普通の MP3 か M4A で、どこでも再生やコピーができます。',
    },
    {
      question: 'Castbox のチャンネル全体を保存できますか？',
      answer:
        '1 話ずつならできます。番組の RSS フィードがわかれば、ホームに貼り付けて、まとめて選んでください。',
    },
    {
      question: 'Castbox のライブは使えますか？',
      answer:
        'ライブは部屋であって録音ではありません。後でエピソードとして公開されれば、それは保存できます。',
    },
    {
      question: 'Castbox のオーディオブックが出ないのはなぜですか？',
      answer: '販売され、支払ったアカウントにだけ渡されるためです。公開ファイルがありません。',
    },
    {
      question: 'Castbox のエピソードの音質は？',
      answer: '制作者が投稿したとおりで、多くは 64 から 192 kbps です。',
    },
    {
      question: '変換した MP3 は元より悪いですか？',
      answer:
        '理屈では少し悪くなりますが、192 kbps 以上なら聴いてもわかりません。元が MP3 なら、変換する理由はありません。',
    },
    {
      question: 'Castbox のリンクが使えなくなったら？',
      answer:
        'エラーの欄の「このリンクを報告」を使ってください。直るまでは、同じ番組が Apple Podcasts でもほぼ見つかります。',
    },
  ],
}
