import type { texts as english } from '../../en/platforms/soundcloud.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'ja', typeof english> = {
  intro:
    '公開の SoundCloud トラックを、配信されている形のまま、またはアーティスト、タイトル、カバー画像入りの MP3 で保存。',
  linkForms: [
    'soundcloud.com/artist/track',
    'soundcloud.com/artist/track/s-… – 秘密のリンクで共有された非公開トラック',
    'soundcloud.com/artist/sets/… – セット。トラックを百曲ずつ一覧にします',
    'm.soundcloud.com/artist/track – モバイル版',
    'on.soundcloud.com/… – アプリの共有ボタンから',
    'snd.sc/… – 以前の短縮リンク',
    'w.soundcloud.com/player/?url=… – 別サイトのプレーヤー',
  ],
  notice:
    'SoundCloud Go+ のトラックやレーベルの多くの作品は DRM で保護されており、保存できません。その場合はページでお知らせします。SoundCloud が試聴だけを出す場合は、その試聴を、そう表示してお渡しします。',
  features: [
    {
      title: '配信元の形式',
      text: '約 160 kbps の AAC を分割配信。128 kbps の MP3。古い投稿の一部には 64 kbps の Opus。',
    },
    {
      title: 'こちらで作る形式',
      text: 'AAC の配信を、変えずに 1 つの M4A に。最も良い配信から 128、192、256、320 kbps の MP3。',
    },
    {
      title: 'ぴったりのカバー',
      text: '正方形のカバー画像を大きいサイズで入れ、投稿者をアーティストにします。',
    },
    {
      title: '秘密のリンクを尊重',
      text: '非公開トラックは秘密のリンクを持つ人にだけ開きます。「s-…」の部分を残してください。こちらからほかの人に伝わることはありません。',
    },
  ],
  tips: [
    'アーティストが SoundCloud にダウンロードボタンを置いていれば、そちらを。WAV や FLAC のマスターかもしれません。',
    'セットのリンクではトラックの一覧から選べます。プロフィールやいいねのページは、案内付きでお断りします。',
    '長いミックスも {maxDuration} まで大丈夫です。M4A なら変換を待たずにすみます。',
    'トラックの下のライセンスを見てください。クリエイティブ・コモンズなら、コピーでできることがわかります。',
  ],
  questions: [
    {
      question: '保存できない SoundCloud トラックがあるのはなぜですか？',
      answer:
        '権利者が DRM、Go+ の購読、特定の国を選んだためです。SoundCloud はゲストに暗号化された配信か、一部分だけを出すか、何も出しません。',
    },
    {
      question: '320 kbps なら音が良くなりますか？',
      answer: 'いいえ。元の配信より多くは入りません。ソフトがそれを求める人のためのものです。',
    },
    {
      question: '再生リストやアルバムをダウンロードできますか？',
      answer:
        '中のトラックならできます。「/sets/」を含むアドレスを貼り付け、トラックを選んで ZIP で保存してください。',
    },
    {
      question: '投稿に最も近い形式はどれですか？',
      answer:
        'AAC の配信です。SoundCloud が投稿から直接作ったもので、1 つの M4A にまとめても音は変わりません。',
    },
    {
      question: 'アーティスト、タイトル、カバー画像は入りますか？',
      answer:
        '作成する MP3 には入ります。既製の MP3 は SoundCloud が保存しているとおりで、情報が少ないか、ないことが多いです。',
    },
    {
      question: '非公開リンクは使えますか？',
      answer:
        '秘密の部分が付いたリンクをもらっていれば使えます。そうしたリンクのない非公開トラックは所有者だけに見えます。',
    },
    {
      question: 'ミックスが曲より時間がかかるのはなぜですか？',
      answer:
        '2 時間のミックスは 10 秒の断片数百個で届き、MP3 では全体を計算します。進み具合はバーに表示されます。',
    },
    {
      question: 'SoundCloud のトラックを自分の動画に使えますか？',
      answer:
        'それはアーティストとの間のことです。オフラインで聴くのと違い、再公開にはライセンスが必要で、ダウンロードでは得られません。',
    },
  ],
}
