import type { texts as english } from '../../en/platforms/apple_podcasts.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'ja', typeof english> = {
  intro:
    'Apple Podcasts のリンクでエピソードを保存。制作者が公開したファイルそのものに、番組名、タイトル、カバー画像が付きます。',
  linkForms: [
    'podcasts.apple.com/us/podcast/…/id…?i=… – エピソード。どの国のストアでも',
    'podcasts.apple.com/podcast/id…?i=… – 国なし',
    'itunes.apple.com/…/podcast/…/id…?i=… – iTunes 時代のもの',
    'podcasts.apple.com/us/podcast/…/id… – 番組。新しいエピソードを百話ずつ一覧にします',
  ],
  notice:
    '購読者向けのエピソードには公開ファイルがないか、DRM で保護されており、保存できません。無料のエピソードは番組自身のサーバーにある公開ファイルで、それをお渡しします。',
  features: [
    {
      title: '配信元の形式',
      text: '圧倒的に多いのは MP3。AAC の M4A。番組が映像を撮っている場合に、まれに MP4 や M4V。',
    },
    {
      title: 'こちらで作る形式',
      text: '128、192、256、320 kbps の MP3 と、M4A、Opus、FLAC、WAV。どれも変換と表示します。求められない限り、元のファイルを再エンコードしません。',
    },
    {
      title: 'エピソード情報入り',
      text: '変換したファイルにはタイトル、番組名、シーズン、話数、日付、カバー画像が入り、プレーヤーで整理できます。元のファイルは元のタグのままです。',
    },
    {
      title: '配信元から',
      text: 'Apple はポッドキャストを紹介するだけで、持っていません。ファイルは制作者が選んだサーバーから届くので、コピーのコピーではありません。',
    },
  ],
  tips: [
    'Apple Podcasts でエピソードの横の 3 つの点、「エピソードを共有」、「リンクをコピー」の順に。',
    'リンクに「?i=」がない場合は番組のページで、新しいエピソードの一覧から選べます。',
    '番組の RSS アドレスがあれば、ホームに貼り付けてください。新しい順にエピソードが並びます。',
    '多くのサーバーはダウンロード時に広告を入れるので、2 つのコピーの長さが 1 分ほど違うことがあります。',
  ],
  questions: [
    {
      question: 'どのポッドキャストを保存できますか？',
      answer:
        'Apple Podcasts にある無料のエピソードです。ファイルが公開されているためです。購読者限定、先行公開、ボーナスのエピソードには公開ファイルがなく、取得できません。',
    },
    {
      question: 'MP3 と元のファイルのどちらがよいですか？',
      answer:
        '元のファイルです。たいてい MP3 で、話し声を高いレートで再エンコードしても、大きくなるだけで聞きやすくはなりません。',
    },
    {
      question: '番組やシーズンを丸ごと保存できますか？',
      answer:
        'エピソードとしてできます。番組のリンクで新しいものが百話ずつ並ぶので、選んで ZIP で保存してください。',
    },
    {
      question: 'Apple Podcasts で聴いたものと違うのはなぜですか？',
      answer:
        'サーバーが、こちらのサーバーの国や時間帯に合わせて別の広告を入れることがあります。番組そのものは同じです。',
    },
    {
      question: 'チャプターや文字起こしも付きますか？',
      answer:
        '元のファイルにあるチャプターは残ります。文字起こしは Apple が作って持っており、ファイルには含まれません。',
    },
    {
      question: 'iPhone や Apple のアカウントは必要ですか？',
      answer:
        'どちらも不要です。podcasts.apple.com はどのブラウザーでも開け、Android、Windows、Linux からでも同じように使えます。',
    },
  ],
}
