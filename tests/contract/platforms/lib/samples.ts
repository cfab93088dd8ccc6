type Samples = { samples: Readonly<Record<string, string>>; counterSamples: readonly string[] }

const files = import.meta.glob<Partial<Samples> & { platform?: unknown }>(
  '../../../../contract/platforms/*.ts',
  {
    eager: true,
  },
)

/**
 * The sample links in each platform's file, by file name without extension. This module throws if a file
 * exports no samples.
 */
export const samplesOf: Readonly<Record<string, Samples>> = Object.fromEntries(
  Object.entries(files).flatMap(([file, { platform, samples, counterSamples }]) => {
    if (!platform) return []
    if (!samples || !counterSamples) throw new Error(`${file} exports no samples and counterSamples`)
    return [
      [file.slice('../../../../contract/platforms/'.length, -'.ts'.length), { samples, counterSamples }],
    ]
  }),
)
