import { build } from '../run/build.ts'
import { chromiumPath, setup, setupChromium, setupSealedInternet } from './setup/setup.ts'
import { root } from './step.ts'

const ENTER = 'tests/internet/enter.sh'

/** Installs and builds what the product and a browser need there; answers the environment of the program. */
export async function setupSealed(): Promise<Record<'PYTHON' | 'CHROMIUM', string>> {
  const { python } = await setup()
  await setupChromium()
  await setupSealedInternet()
  await build()
  return { PYTHON: python, CHROMIUM: (await chromiumPath()) ?? '' }
}

/** The command that runs a program of Node in the sealed internet. */
export const sealed = (file: string, ...args: string[]) => [
  'sh',
  ENTER,
  `${root}/node_modules/.bin/node`,
  file,
  ...args,
]
