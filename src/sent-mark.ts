/**
 * The comment at both ends of a shadow tree's content that the server sent, which goes once an
 * element renders beside it. Apart from src/dom, which the server's workers load late.
 */
export const SENT_MARK = 'hashbang'
