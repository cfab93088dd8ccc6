import type { texts as english } from '../en/links.ts'
import type { In } from '../shape.ts'

export const texts: In<'ja', typeof english> = {
  empty: '動画の URL を入力してください',
  invalid: '有効な URL を入力してください（http:// または https:// が必要です）',
  blob: '有効な URL を入力してください（blob: リンクは元のタブでだけ使えます。代わりにページのリンクを貼り付けてください）',
  tooLong: '有効な URL を入力してください（長すぎます）',
  user: '有効な URL を入力してください（ユーザー名やパスワード付きのリンク、保護されたフィードは使えません）',
  site: '有効な URL を入力してください（サイトのアドレスが正しくありません）',
  notPublic: '有効な URL を入力してください（公開サイトのものである必要があります）',
  port: '有効な URL を入力してください（ポート番号付きのリンクは使えません）',
  characters: '有効な URL を入力してください（リンクに使えない文字が含まれています）',
  switchedOff: '{name} は {platform} のリンクを受け付けていません。別のプラットフォームをお試しください。',
  platforms: {
    youtube: '有効な YouTube の URL を入力してください（youtube.com または youtu.be）',
    tiktok: '有効な TikTok の URL を入力してください（tiktok.com または vm.tiktok.com）',
    twitter: '有効な Twitter/X の URL を入力してください（/status/ を含む twitter.com または x.com）',
    facebook: '有効な Facebook の URL を入力してください（facebook.com、fb.watch、m.facebook.com）',
    instagram: '有効な Instagram の URL を入力してください（instagram.com）',
    vimeo:
      '有効な Vimeo の URL を入力してください（例：vimeo.com/123456789、player.vimeo.com/video/123456789）',
    bilibili:
      '有効な Bilibili の URL を入力するか、URL を含むアプリのメッセージを丸ごと貼り付けてください（bilibili.com または b23.tv）',
    xiaohongshu:
      '有効な Xiaohongshu の URL を入力するか、URL を含む RedNote アプリのメッセージを丸ごと貼り付けてください（xiaohongshu.com または xhslink.com）',
    apple_podcasts:
      '有効な Apple Podcasts の URL を入力してください（podcasts.apple.com または itunes.apple.com）',
    soundcloud: '有効な SoundCloud の URL を入力してください（soundcloud.com または snd.sc）',
    tunein: '有効な TuneIn の URL を入力してください（tunein.com）',
    playerfm: '有効な Player.FM の URL を入力してください（player.fm）',
    castbox: '有効な Castbox の URL を入力してください（castbox.fm）',
    xiaoyuzhou: '有効な Xiaoyuzhou FM の URL を入力してください（xiaoyuzhoufm.com）',
  },
  noLink: {
    bilibili: '有効な Bilibili の URL、または URL を含むアプリのメッセージを入力してください',
    xiaohongshu: '有効な Xiaohongshu の URL、または URL を含む RedNote のメッセージを入力してください',
  },
  lists: {
    album: 'このリンクはアルバムにつながっています。',
    channel: 'このリンクはチャンネルにつながっています。',
    events: 'このリンクはイベントの一覧につながっています。',
    group: 'このリンクはグループにつながっています。',
    home: 'このリンクはトップページにつながっています。',
    list: 'このリンクは一覧につながっています。',
    offers: 'このリンクは商品の一覧につながっています。',
    picture: 'このリンクは画像につながっています。',
    playlist: 'このリンクは再生リストにつながっています。',
    podcast: 'このリンクはポッドキャストにつながっています。',
    post: 'このリンクは動画のない投稿につながっています。',
    profile: 'このリンクはプロフィールにつながっています。',
    series: 'このリンクはシリーズにつながっています。',
    show: 'このリンクは番組につながっています。',
    showcase: 'このリンクはショーケースにつながっています。',
  },
  one: {
    video: '{found}動画 1 本のリンクを貼り付けてください。',
    episode: '{found}エピソード 1 話のリンクを貼り付けてください。',
    track: '{found}トラック 1 曲のリンクを貼り付けてください。',
  },
}
