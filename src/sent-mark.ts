// Marks of the server's content, for src/dom, which the server's workers load late.

/** The attribute of style elements for sheets that the page's scripts adopt again. */
export const ADOPTED_MARK = 'data-hb-adopted'

/**
 * The comment at both ends of a shadow tree's content that the server sent, which goes once an
 * element renders beside it.
 */
export const SENT_MARK = 'hashbang'

/** The attribute of the page's own tags in the head, which replace tags of the shell. */
export const PAGE_TAG = 'data-hashbang'

/** Prefix of the attribute with a link's original address. */
export const KEPT_LINK = 'data-hashbang-'

/** The id of the script element with the tags of the shell, `OwnHead` as JSON. */
export const OWN_HEAD = 'hashbang-head'

/** The id of the script element with the data of the loaders, `SentData` as JSON. */
export const SENT_DATA = 'hashbang-data'
