// Makes each entry of a reference a section. The browser lays out only those in view: the largest
// reference would keep a phone busy for half a second.

const REFERENCE = /^docs\/reference\//

/** @param file The file of the document. */
export const withEntries = (html: string, file: string): string =>
  REFERENCE.test(file)
    ? html.replace(
        /<h3[\s\S]*?(?=<h[23]|$)/g,
        (entry) => `<section class="entry">${entry}</section>\n`,
      )
    : html
