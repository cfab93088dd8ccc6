import { numeralsOf } from './numerals.ts'
import type { Tag } from './languages.ts'

/** If fewer seconds than this remain, a countdown shows seconds instead of minutes. */
const SECONDS_SHOWN = 120

/** Makes a value at its first use: formats of Intl take time to make, and most pages use only some. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'year'

function madeFor(language: Tag) {
  const locale = numeralsOf(language)
  const decimals = [0, 1, 2].map((digits) =>
    lazy(
      () =>
        new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          useGrouping: false,
        }),
    ),
  )
  const fixed = (value: number, digits: number) => decimals[digits]!().format(value)
  const units = new Map<string, Intl.NumberFormat>()
  const withUnit = (value: number, unit: Unit, unitDisplay: 'long' | 'short' | 'narrow') => {
    const key = `${unit} ${unitDisplay}`
    const format = units.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
    units.set(key, format)
    return format.format(value)
  }
  const grouped = lazy(() => new Intl.NumberFormat(locale))
  const list = lazy(() => new Intl.ListFormat(language))
  const narrowList = lazy(() => new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }))
  const shortList = lazy(() => new Intl.ListFormat(language, { type: 'unit', style: 'short' }))
  const medium = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  const long = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
  const short = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
  const clock = lazy(
    () =>
      new Intl.DateTimeFormat(locale, {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: 'UTC',
      }),
  )
  const names = lazy(() => new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }))

  return {
    number: (value: number): string => grouped().format(value),

    /** "48.2 MB", "1.32 GB" or "812 KB", in powers of 1,000. */
    size: (bytes: number): string => {
      if (bytes >= 1e9) return `${fixed(bytes / 1e9, 2)} GB`
      if (bytes >= 1e6) return `${fixed(bytes / 1e6, 1)} MB`
      return `${fixed(Math.max(1, bytes / 1e3), 0)} KB`
    },

    /** As `size`, without needless digits, for narrow places: "126 MB", "1.4 GB". */
    shortSize: (bytes: number): string => {
      const [value, unit] =
        bytes >= 1e9 ? [bytes / 1e9, 'GB'] : bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'KB']
      const tenths = Math.round(value * 10) / 10
      return `${fixed(Math.max(1, value), value >= 10 || Number.isInteger(tenths) ? 0 : 1)} ${unit}`
    },

    /** Above 1,000 kilobits per second "1.74 Mbps", otherwise "968 kbps". */
    bitrate: (kbps: number): string =>
      kbps > 1_000 ? `${fixed(kbps / 1_000, 2)} Mbps` : `${fixed(kbps, 0)} kbps`,

    /**
     * Whole hours as "1 hour", any other duration of at least a minute as "90 minutes", else "45 seconds".
     */
    span: (seconds: number): string => {
      if (seconds % 3_600 === 0 && seconds > 0) return withUnit(seconds / 3_600, 'hour', 'long')
      if (seconds >= 60) return withUnit(Math.round(seconds / 60), 'minute', 'long')
      return withUnit(Math.round(seconds), 'second', 'long')
    },

    days: (count: number): string => withUnit(count, 'day', 'long'),
    years: (count: number): string => withUnit(count, 'year', 'long'),

    /** Seconds, minutes, or hours and minutes: "40 sec", "2 min" or "1 hr, 5 min". */
    short: (seconds: number): string => {
      if (seconds < 60) return withUnit(Math.max(1, Math.ceil(seconds)), 'second', 'short')
      const minutes = Math.round(seconds / 60)
      if (minutes < 60) return withUnit(minutes, 'minute', 'short')
      return shortList().format([
        withUnit(Math.floor(minutes / 60), 'hour', 'short'),
        withUnit(minutes % 60, 'minute', 'short'),
      ])
    },

    /** The rest of a countdown, rounded up: "59s", "47m" or "1h 5m". */
    countdown: (seconds: number): string => {
      if (seconds < SECONDS_SHOWN) return withUnit(Math.ceil(seconds), 'second', 'narrow')
      const minutes = Math.ceil(seconds / 60)
      if (minutes < 60) return withUnit(minutes, 'minute', 'narrow')
      return narrowList().format([
        withUnit(Math.floor(minutes / 60), 'hour', 'narrow'),
        withUnit(minutes % 60, 'minute', 'narrow'),
      ])
    },

    list: (parts: readonly string[]): string => list().format(parts),

    /** A day in ISO 8601, the same on server and browser whatever their time zones are. */
    day: (iso: string): string => long().format(new Date(`${iso}T12:00:00Z`)),
    /** A day in ISO 8601, short; any other text as it is. */
    shortDay: (iso: string): string => {
      const day = new Date(`${iso}T00:00:00Z`)
      return Number.isNaN(day.getTime()) ? iso : short().format(day)
    },
    /** A moment, in the time zone of this device. */
    moment: (at: number | Date): string => medium().format(at),

    /** The day and minute of a moment in UTC: "Nov 29, 13:20". */
    dayAndTime: (at: Date): string => clock().format(at),

    /** The name of a language; null for a code without a name. */
    languageName: (code: string): string | null => {
      try {
        const tag = code.replaceAll('_', '-')
        return /^und\b/i.test(tag) ? null : (names().of(tag) ?? null)
      } catch {
        // Some sites use language codes of their own, such as "de_dub". Intl throws a RangeError for them.
        return null
      }
    },
  }
}

export type Figures = ReturnType<typeof madeFor>

const made = new Map<Tag, Figures>()

/** Numbers, sizes, times, lists and names of languages as the readers of a language write them. */
export function figures(language: Tag): Figures {
  const known = made.get(language) ?? madeFor(language)
  made.set(language, known)
  return known
}
