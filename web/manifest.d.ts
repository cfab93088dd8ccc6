import type { Assets } from './document/assets.ts'

export type { Assets }
declare const assets: Assets
export default assets
