import type { PlatformCopy } from './copy.ts'

type Loader = () => Promise<{ copy: PlatformCopy }>

/** Files with a platform's own words, by its id. Loaded with its page. */
export const platformCopy: Readonly<Record<string, Loader>> = {
  youtube: () => import('./platforms/youtube.ts'),
  tiktok: () => import('./platforms/tiktok.ts'),
  twitter: () => import('./platforms/twitter.ts'),
  facebook: () => import('./platforms/facebook.ts'),
  instagram: () => import('./platforms/instagram.ts'),
  vimeo: () => import('./platforms/vimeo.ts'),
  bilibili: () => import('./platforms/bilibili.ts'),
  xiaohongshu: () => import('./platforms/xiaohongshu.ts'),
  apple_podcasts: () => import('./platforms/apple-podcasts.ts'),
  soundcloud: () => import('./platforms/soundcloud.ts'),
  tunein: () => import('./platforms/tunein.ts'),
  playerfm: () => import('./platforms/playerfm.ts'),
  castbox: () => import('./platforms/castbox.ts'),
  xiaoyuzhou: () => import('./platforms/xiaoyuzhou.ts'),
}
