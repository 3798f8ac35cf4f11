// Marks both ends of sent content in a shadow tree by a comment. Some libraries draw beside
// existing content, so the browser removes the part between the marks.

/** The text of the comment. */
export const SENT_MARK = 'hashbang'
