import { Failure } from '#contract/failure.ts'
import { canonicalLink, leadsAnywhere } from '#contract/platforms/index.ts'
import { isPublicUrl, publicUrl } from '../egress/public-url.ts'
import type { RequestOptions } from '../fetch/http-get.ts'
import { readPage } from '../fetch/page.ts'
import { onwardLinks } from '../pages/onward.ts'

class Target extends Error {
  readonly url: URL

  constructor(url: URL) {
    super('the target of a short link')
    this.url = url
  }
}

/** Undefined if the short link does not say where it leads. Requests nothing of the target. */
export async function targetOf(link: string, options: RequestOptions): Promise<string | undefined> {
  const parseRedirect = (next: string) => {
    const url = publicUrl(next)
    if (!leadsAnywhere(url)) throw new Target(url)
    return url
  }
  try {
    const page = await readPage(link, { ...options, parseRedirect })
    // t.co gives browsers a page.
    const [target] = onwardLinks(page.markup)
    if (!target || !isPublicUrl(target) || leadsAnywhere(new URL(target))) return undefined
    return canonicalLink(target).url
  } catch (error) {
    if (error instanceof Target) return canonicalLink(error.url.href).url
    if (error instanceof Failure && error.code === 'refused_address') throw error
    return undefined
  }
}
