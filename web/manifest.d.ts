import type { Assets } from './document/assets.ts'

declare const assets: Assets
export default assets
