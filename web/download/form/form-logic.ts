// The link rules of all platforms, and the API call for formats. They are a separate chunk, which the page
// loads when the visitor focuses the form or points at it.

export { findLink, platformById } from '#contract/platforms/index.ts'
export { wake } from '../../api.ts'
export { soleLink } from './accept.ts'
export { ownerOf } from './formats-request.ts'
export { search } from './search.ts'
export { siteNotice } from './site-notice.ts'
