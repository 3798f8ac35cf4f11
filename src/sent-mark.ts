// Marks of the server's content, for src/dom, which the server's workers load late.

/** The attribute of style elements for sheets that the page's scripts adopt again. */
export const ADOPTED_MARK = 'data-hb-adopted'

/**
 * The comment at both ends of a shadow tree's content that the server sent, which goes once an
 * element renders beside it.
 */
export const SENT_MARK = 'hashbang'
