/** A tag in the playlist of a copy: no segment follows, although the film goes on. */
export const COPY_IS_OVER = '#EXT-X-COPY-IS-OVER'
