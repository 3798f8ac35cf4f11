// Exports the packages that the build bundles into `#markdown`: workers resolve modules as browsers
// do, and some browser builds need a document.

export { fromParse5 } from 'hast-util-from-parse5'
export { toMdast } from 'hast-util-to-mdast'
export { gfmToMarkdown } from 'mdast-util-gfm'
export { toMarkdown } from 'mdast-util-to-markdown'
