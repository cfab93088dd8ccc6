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
 * The figures in the policies. The code enforces the figures that come from `contract/limits.ts`. The
 * operator must comply with all other figures.
 */
export const figures = {
  shareDays: SHARE_SECONDS / 86_400,
  extractionMinutes: EXTRACTION_MEMORY_MS / 60_000,
  maxDuration: spanText(MAX_DURATION_SECONDS),
  maxSize: `${MAX_FILE_BYTES / 1024 ** 3} GiB`,
  /**
   * Lifetime of the statistics cookie (`google.ts`) in years. The operator sets the same retention in Google
   * Analytics.
   */
  analyticsYears: 2,
  /** Hours for which the edge keeps a task that has ended without a file. */
  taskMemoryHours: TASK_MEMORY_MS / 3_600_000,
  /**
   * Days for which logs are kept. The operator sets this period in the log store. Logs contain no links and
   * no IP addresses of visitors.
   */
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

/** Values that differ between brands and appear in the texts of the pages. */
export type Facts = {
  name: string
  email: string
  dmcaEmail: string
  domain: string
  /** The time after which finished files are deleted, as a text: "1 hour". */
  retention: string
}

/** Returns the values that the texts of a page contain, for the brand of this page. */
export function factsOf({ brand, retentionSeconds }: Pick<PageData, 'brand' | 'retentionSeconds'>): Facts {
  return {
    name: brand.branding.name,
    email: brand.contact.email,
    dmcaEmail: `dmca@${brand.domain}`,
    domain: brand.domain,
    retention: spanText(retentionSeconds),
  }
}
