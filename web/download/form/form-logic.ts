// This module exports the functions with which the form checks a link and calls the API. It is a separate
// chunk. The page loads the chunk when the visitor focuses the form or points at it.

export { linksIn } from '#contract/links-in-text.ts'
export { findLink, platformById } from '#contract/platforms/index.ts'
export { wake } from '../../api.ts'
export { soleLink } from './accept.ts'
export { ownerOf } from './formats-request.ts'
export { search } from './search.ts'
export { siteNotice } from './site-notice.ts'
