/** The id of the field. A browser that opens a page at it moves there. */
export const LINK_FIELD = 'link'
