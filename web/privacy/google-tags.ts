/** What the browser does for `google.ts`, apart from deciding. */
export type Tags = {
  /** Hands a command to Google's tag (`gtag(...)`). */
  command(...parts: unknown[]): void
  /** Adds a script to the page. */
  load(address: string): void
  /** The tag's own switch; off means that it sends nothing at all. */
  switchOff(id: string, isOff: boolean): void
  /** Ads: whether new ones may be asked for, and whether they may be personal. */
  allowAds(isAllowed: boolean, isPersonal: boolean): void
  /** Removes the cookies that statistics or ads have set on our own domain. */
  eraseCookies(of: 'statistics' | 'ads'): void
  /** Calls back when the page comes back whole from the browser's memory, which is a visit without a load. */
  onReturn(callback: () => void): void
  origin: string
}

type AdQueue = object[] & { requestNonPersonalizedAds?: 0 | 1; pauseAdRequests?: 0 | 1 }
type GoogleWindow = { dataLayer?: unknown[]; adsbygoogle?: AdQueue } & Record<`ga-disable-${string}`, boolean>

const page = () => window as unknown as GoogleWindow

/** The tag reads `arguments` objects and passes over plain arrays. */
function command(..._parts: unknown[]): void {
  const queue = (page().dataLayer ??= [])
  // oxlint-disable-next-line prefer-rest-params
  queue.push(arguments)
}

const cookies = { statistics: /^(_ga|_gid)/, ads: /^(__gads|__gpi|__eoi|_gcl)/ }

/** Our own cookies by Google, on this host and on the domains above it, where they are set. */
function eraseCookies(of: 'statistics' | 'ads'): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.slice(0, -1).map((_, at) => `; domain=.${labels.slice(at).join('.')}`)]
  const names = document.cookie.split(/;\s*/).map((cookie) => cookie.split('=')[0]!)
  for (const name of names.filter((one) => cookies[of].test(one)))
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`
}

/** Google's tags in this page; nothing is loaded by making them. */
export function googleTags(): Tags {
  return {
    command,
    load(address) {
      const script = document.createElement('script')
      script.async = true
      script.crossOrigin = 'anonymous'
      script.src = address
      document.head.append(script)
    },
    switchOff(id, isOff) {
      page()[`ga-disable-${id}`] = isOff
    },
    allowAds(isAllowed, isPersonal) {
      const queue = (page().adsbygoogle ??= [])
      queue.pauseAdRequests = isAllowed ? 0 : 1
      queue.requestNonPersonalizedAds = isPersonal ? 0 : 1
    },
    eraseCookies,
    onReturn(callback) {
      addEventListener('pageshow', ({ persisted }) => persisted && callback())
    },
    origin: location.origin,
  }
}
