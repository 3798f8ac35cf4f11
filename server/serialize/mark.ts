/**
 * What stands at both ends of a declared shadow tree. In: nothing. Out: the comment, as HTML. It never holds text of a page.
 */
import { SENT_MARK } from '../../src/sent-mark.ts'

/** A reader's script may have to tell what it finds in a tree from what it puts there. */
export const MARK = `<!--${SENT_MARK}-->`
