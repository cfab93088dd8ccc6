import type { Assets } from './assets.ts'

export type { Assets }
declare const assets: Assets
export default assets
