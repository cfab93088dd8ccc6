/** Tests pass stubs instead of the real functions. */
export type Tags = {
  command(...args: unknown[]): void
  load(address: string): void
  switchOff(id: string, isOff: boolean): void
  allowAds(isAllowed: boolean, isPersonal: boolean): void
  eraseCookies(of: 'statistics' | 'ads'): void
  /**
   * Calls `callback` when the page returns from the back/forward cache. Such a return is a page view without
   * a page load.
   */
  onReturn(callback: () => void): void
  origin: string
}

type AdQueue = object[] & { requestNonPersonalizedAds?: 0 | 1; pauseAdRequests?: 0 | 1 }
type GoogleWindow = { dataLayer?: unknown[]; adsbygoogle?: AdQueue } & Record<`ga-disable-${string}`, boolean>

const page = () => window as unknown as GoogleWindow

function command(..._args: unknown[]): void {
  const queue = (page().dataLayer ??= [])
  // oxlint-disable-next-line prefer-rest-params -- Google's tag ignores arrays; it reads `arguments` objects.
  queue.push(arguments)
}

const cookies = { statistics: /^(_ga|_gid)/, ads: /^(__gads|__gpi|__eoi|_gcl)/ }

function eraseCookies(of: 'statistics' | 'ads'): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.slice(0, -1).map((_, at) => `; domain=.${labels.slice(at).join('.')}`)]
  const names = document.cookie.split(/;\s*/).map((cookie) => cookie.split('=')[0]!)
  for (const name of names.filter((one) => cookies[of].test(one)))
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`
}

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
