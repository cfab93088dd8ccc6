import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import type { Tag } from '#texts/languages.ts'
import { infoOf } from '../../../edge/formats/video-info.ts'
import { openGrant } from '../../../edge/grants/grant.ts'
import { extractionOf } from '../../extractions.ts'
import { KEYS } from '../keys.ts'

export const env = { GRANT_KEYS: JSON.stringify(KEYS) } as Env
export const LINK = 'https://media.test/direct/1'
export const extraction = (facts: Partial<Extraction> = {}): Extraction => ({
  ...extractionOf(LINK, undefined),
  ...facts,
})
export const infoWith = (facts?: Partial<Extraction>, language: Tag = 'en') =>
  infoOf(env, extraction(facts), 'weur:1', language)
export const formatOf = async (rendition: Rendition, facts: Partial<Extraction> = {}) =>
  (await infoWith({ ...facts, renditions: [rendition] })).formats[0]!
export const queryOf = (link: string) => new URLSearchParams(link.split('?')[1])

/**
 * Decrypts the grant of a media link. The grant is in the link's fragment, or in the query of a proxy link.
 */
export const grantOf = async (link: string) => {
  const query = queryOf(link)
  const url = link.startsWith('/') ? query.get('url')! : link.split('#')[0]!
  return await openGrant(env, 'media', url, link.startsWith('/') ? query.get('g')! : link.split('#g=')[1]!)
}
