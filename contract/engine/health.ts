import * as z from 'zod/mini'
import { amount, text } from './fields.ts'

/** Body of the response to `GET /healthz`. */
export const healthSchema = z.object({
  v: z.number(),
  boot: text,
  yt_dlp: text,
  /** Age of the installed yt-dlp release in days; null if the version of yt-dlp is not a date. */
  yt_dlp_age_days: z.nullable(amount),
  ffmpeg: text,
  /**
   * The tag of the container image in which the merger runs; absent if the merger runs without an image.
   * Older mergers omit the field.
   */
  build: z.optional(text),
  /**
   * Result of the self-test of yt-dlp after each start. `js`, `ejs` and `curl_cffi` are the versions of the
   * components that passed the test. They are null while the test runs. The version of a component that
   * failed stays null.
   */
  self_test: z.enum(['running', 'passed', 'failed']),
  js: z.nullable(text),
  ejs: z.nullable(text),
  curl_cffi: z.nullable(text),
  /**
   * The protections of the sandbox around yt-dlp and ffmpeg, by name (merger/process/sandbox.ts). The value
   * is true if the protection works. Older mergers omit the field.
   */
  sandbox: z.optional(z.record(text, z.boolean())),
  /**
   * `slots` is the number of merges that the merger can run at once, and `busy` is the number that it runs
   * now. The fields of `extractions` have the same meaning for extractions.
   */
  merges: z.object({ busy: amount, slots: amount }),
  extractions: z.object({ busy: amount, slots: amount }),
  /**
   * The state of each circuit breaker (merger/egress/breaker.ts). Each breaker belongs to one platform and
   * one network exit (a proxy or the direct connection). The merger creates a breaker when it first needs the
   * breaker.
   */
  exits: z._default(
    z.array(
      z.object({
        exit: text,
        platform: text,
        state: z.enum(['closed', 'open', 'half_open']),
        /**
         * `since` is the time at which the circuit breaker of this exit and platform left the state `closed`.
         * `until` is the time at which the breaker lets one trial extraction through. Both are epoch
         * milliseconds; in the state `closed`, both are null.
         */
        since: z.nullable(amount),
        until: z.nullable(amount),
        /** True if the proxy of the exit cannot be used. Absent in all other cases. */
        is_fault: z.optional(z.boolean()),
      }),
    ),
    [],
  ),
  /**
   * True after the merger has received SIGTERM: it finishes its running work and refuses new work. Older
   * mergers omit the field.
   */
  draining: z.optional(z.boolean()),
  /**
   * `outcomes` counts extractions since the merger started. The first key is the platform id of the link, or
   * `web` if the link belongs to no known platform. The second key is a failure code or `ok`. `warnings`
   * counts extractions in which yt-dlp printed a warning, by platform and kind of warning.
   */
  outcomes: z.optional(z.record(text, z.record(text, amount))),
  warnings: z.optional(z.record(text, z.record(text, amount))),
})
export type Health = z.infer<typeof healthSchema>
