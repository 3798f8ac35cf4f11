/** The comment at both ends of a declared shadow tree. It never holds text of a page. */
import { SENT_MARK } from '../../../src/dom/sent-shadows.ts'

/** Lets a script distinguish the sent content of a tree from its own. */
export const MARK = `<!--${SENT_MARK}-->`
