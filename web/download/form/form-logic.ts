// The link rules of all platforms, and the API call for formats. A separate chunk, which the page loads when
// the form gets the focus or the pointer.

export { findLink, platformById } from '#contract/platforms/index.ts'
export { wake } from '../../api.ts'
export { soleLink } from './accept.ts'
export { ownerOf } from './formats-request.ts'
export { search } from './search.ts'
