/** Only a request to the platform shows which item a short link leads to. */
const SHORT_LINK = new RegExp(
  String.raw`^https?://(?:${[
    String.raw`v[mt]\.tiktok\.com/|www\.tiktok\.com/t/`,
    String.raw`fb\.(?:watch|me|gg)/|www\.facebook\.com/share/`,
    String.raw`www\.instagram\.com/share/`,
    String.raw`t\.co/|pic\.(?:twitter|x)\.com/`,
    String.raw`(?:b23\.tv|bili2233\.cn|bili\.im)/`,
    String.raw`on\.soundcloud\.com/|snd\.sc/`,
    String.raw`xhslink\.com/`,
    String.raw`(?:listen\.tunein\.com|tun\.in)/`,
  ].join('|')})`,
)

export const isShortLink = (canonical: string) => SHORT_LINK.test(canonical)
