import { lazy, type ComponentType } from 'react'
import type { BodyName } from './page.ts'
import { HomePage } from '../pages/home.tsx'

/** The component of every kind of page. All but the first are chunks of their own, preloaded by the page that needs them. */
export const bodies: Readonly<Record<BodyName, ComponentType<{ path: string }>>> = {
  home: HomePage,
  preview: lazy(() => import('../pages/preview.tsx').then((m) => ({ default: m.PreviewPage }))),
  platform: lazy(() => import('../pages/platform.tsx').then((m) => ({ default: m.PlatformPage }))),
  blog: lazy(() => import('../pages/blog.tsx').then((m) => ({ default: m.BlogPage }))),
  post: lazy(() => import('../pages/post.tsx').then((m) => ({ default: m.PostPage }))),
  guide: lazy(() => import('../pages/guide.tsx').then((m) => ({ default: m.GuidePage }))),
  help: lazy(() => import('../pages/help.tsx').then((m) => ({ default: m.HelpPage }))),
  cookies: lazy(() => import('../pages/cookies.tsx').then((m) => ({ default: m.CookiesPage }))),
  privacy: lazy(() => import('../pages/policy-privacy.tsx').then((m) => ({ default: m.PrivacyPage }))),
  dmca: lazy(() => import('../pages/policy-dmca.tsx').then((m) => ({ default: m.DmcaPage }))),
  terms: lazy(() => import('../pages/policy-terms.tsx').then((m) => ({ default: m.TermsPage }))),
  glossary: lazy(() => import('../pages/glossary.tsx').then((m) => ({ default: m.GlossaryPage }))),
  missing: lazy(() => import('../pages/not-found.tsx').then((m) => ({ default: m.NotFoundPage }))),
}
