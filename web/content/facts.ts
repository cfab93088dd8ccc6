import { spanText } from './display.ts'
import {
  EXTRACTION_MEMORY_MS,
  MAX_DURATION_SECONDS,
  MAX_FILE_BYTES,
  SHARE_SECONDS,
  TASK_MEMORY_MS,
} from '#contract/limits.ts'
import type { PageData } from '../app/page-data.ts'

/**
 * Figures of the policies. Those that a program keeps come from it; the others are promises of the operator.
 */
export const figures = {
  shareDays: SHARE_SECONDS / 86_400,
  extractionMinutes: EXTRACTION_MEMORY_MS / 60_000,
  maxDuration: spanText(MAX_DURATION_SECONDS),
  maxSize: `${MAX_FILE_BYTES / 1024 ** 3} GiB`,
  /** Kept by the life of the cookie that the tag is told (`google.ts`), and by the setting at Google. */
  analyticsYears: 2,
  /** A task is forgotten this long after it ended. */
  sessionHours: TASK_MEMORY_MS / 3_600_000,
  /** Kept by the setting of the log store; logs hold no links and no addresses anyway. */
  logDays: 30,
  supportYears: 1,
  dmca: {
    responseDays: '3-5',
    investigationDays: '5-10',
    counterReviewDays: '5-7',
    forwardDays: 14,
    restorationDays: '10-14',
  },
  liabilityDollars: 100,
  liabilityMonths: 12,
  minimumAge: 13,
  consentAge: 18,
} as const

/** What the texts say about the brand they stand on. */
export type Facts = {
  name: string
  email: string
  dmcaEmail: string
  domain: string
  /** How long finished files live: "1 hour". */
  retention: string
}

/** The facts of a page's brand. */
export function factsOf({ brand, retentionSeconds }: Pick<PageData, 'brand' | 'retentionSeconds'>): Facts {
  return {
    name: brand.branding.name,
    email: brand.contact.email,
    dmcaEmail: `dmca@${brand.domain}`,
    domain: brand.domain,
    retention: spanText(retentionSeconds),
  }
}
