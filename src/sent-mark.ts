// What stands at both ends of a shadow tree that the server has sent, as a comment: some libraries draw beside what they find
// in a shadow root, and what is between the marks must go then. The server writes it, the browser looks for it.

/** The text of the comment. */
export const SENT_MARK = 'hashbang'
