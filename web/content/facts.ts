import { figures as figuresIn } from '#texts/figures.ts'
import {
  EXTRACTION_MEMORY_MS,
  MAX_DURATION_SECONDS,
  MAX_FILE_BYTES,
  SHARE_SECONDS,
  TASK_MEMORY_MS,
} from '#contract/limits.ts'
import type { PageData } from '../app/page-data.ts'

const ANALYTICS_YEARS = 2
const SUPPORT_YEARS = 1

/**
 * The code enforces the figures that come from `contract/limits.ts`. The operator must comply with all other
 * figures.
 */
export const figures = {
  shareDays: SHARE_SECONDS / 86_400,
  extractionMinutes: EXTRACTION_MEMORY_MS / 60_000,
  maxDuration: figuresIn('en').span(MAX_DURATION_SECONDS),
  maxSize: `${MAX_FILE_BYTES / 1024 ** 3} GiB`,
  analyticsYears: ANALYTICS_YEARS,
  /** Hours for which the edge keeps a task that has ended without a file. */
  taskMemoryHours: TASK_MEMORY_MS / 3_600_000,
  logDays: 30,
  supportYears: SUPPORT_YEARS,
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

export type Facts = {
  name: string
  email: string
  dmcaEmail: string
  domain: string
  retention: string
  maxDuration: string
  maxSize: string
  shareTime: string
  analyticsTime: string
  supportTime: string
}

export function factsOf({
  brand,
  retentionSeconds,
  language,
}: Pick<PageData, 'brand' | 'retentionSeconds' | 'language'>): Facts {
  const text = figuresIn(language)
  return {
    name: brand.branding.name,
    email: brand.contact.email,
    dmcaEmail: `dmca@${brand.domain}`,
    domain: brand.domain,
    retention: text.span(retentionSeconds),
    maxDuration: text.span(MAX_DURATION_SECONDS),
    maxSize: figures.maxSize,
    shareTime: text.days(figures.shareDays),
    analyticsTime: text.years(ANALYTICS_YEARS),
    supportTime: text.years(SUPPORT_YEARS),
  }
}
