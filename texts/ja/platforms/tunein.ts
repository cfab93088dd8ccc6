import type { texts as english } from '../../en/platforms/tunein.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'ja', typeof english> = {
  intro:
    'TuneIn の番組やポッドキャストのエピソードを保存。生放送の局は聴くためのもので、終わりのない配信はファイルになりません。',
  linkForms: [
    'tunein.com/podcasts/…-p123/?topicId=456 – エピソード。topicId が示します',
    'tunein.com/podcasts/…-p123/ – 番組。新しいエピソードが並びます',
    'tunein.com/embed/player/t456 – 小さなプレーヤーの同じエピソード',
    'tunein.com/radio/…-s123 – 局。生放送なので、録音された番組をご案内します',
    'tun.in/… – 短縮リンク',
  ],
  notice:
    'スポーツや広告なしニュースの TuneIn Premium と、DRM で保護されたものは保存できません。局も、生放送のため保存できません。',
  features: [
    { title: '配信元の形式', text: 'エピソードは、放送局が作った 64 から 192 kbps の MP3。ときどき AAC。' },
    {
      title: 'こちらで作る形式',
      text: '128、192、256、320 kbps の MP3。ニュースやトークなら最小で十分です。',
    },
    {
      title: '放送後のラジオ',
      text: '多くの局は数時間以内に番組をポッドキャストで公開します。それは完成したファイルで、TuneIn にもよく載ります。',
    },
    {
      title: '番組ごとに整理',
      text: '変換したファイルには番組名と日付が入り、1 週間分のニュースも順に並びます。',
    },
  ],
  tips: [
    '古いエピソードは tunein.com で開いてください。アドレスの末尾が「topicId=」と数字になります。',
    'TuneIn アプリの「共有」は番組のアドレスを出します。貼り付けると新しいエピソードが並びます。',
    '試合の中継や朝の番組を聴き逃したら、TuneIn のポッドキャストで番組名を検索してください。',
  ],
  questions: [
    {
      question: 'TuneIn のラジオ局を録音できますか？',
      answer:
        'できません。局には終わりがなく、完成するファイルがありません。ページに生放送の局と表示されるので、番組のポッドキャストをお試しください。',
    },
    {
      question: 'どの TuneIn のリンクが使えますか？',
      answer: 'topicId でわかるエピソードのリンクと、新しいエピソードの一覧から選べる番組のリンクです。',
    },
    {
      question: 'TuneIn Premium の内容は使えますか？',
      answer:
        '有料で、TuneIn はファイルをほかに渡さないため、使えません。無料の部分には、あなたもこちらもアカウントは不要です。',
    },
    {
      question: 'TuneIn のエピソードの音質は？',
      answer:
        '放送局の投稿と同じで、話し声は多くが 96 か 128 kbps です。そこから大きな MP3 を作っても、場所を取るだけで音は同じです。',
    },
    {
      question: '数週間でエピソードがなくなるのはなぜですか？',
      answer:
        'ニュース番組はフィードを整理し、TuneIn はファイルの場所を示すだけです。放送局が消すと、取得するものがなくなります。',
    },
    {
      question: 'TuneIn の音楽局を保存できますか？',
      answer: '局はできません。エピソードとして出ている録音番組は、局が公開していればできます。',
    },
    {
      question: 'この地域では利用できないと出るのはなぜですか？',
      answer:
        '放送の権利は国境で終わり、こちらではサーバーのある国で決まります。エピソードの制限は生放送よりずっと少ないです。',
    },
  ],
}
