// What server/markdown uses of the unified collective's packages, and so what is built into `#markdown`: in a worker, whose modules
// resolve as a browser's do, some of them would else take what they have for browsers, which wants a document. In development
// this file gives the types.

export { fromParse5 } from 'hast-util-from-parse5'
export { defaultHandlers, toMdast } from 'hast-util-to-mdast'
export { gfmToMarkdown } from 'mdast-util-gfm'
export { toMarkdown } from 'mdast-util-to-markdown'
