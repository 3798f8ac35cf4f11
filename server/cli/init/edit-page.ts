// Puts the outlet and the entry into the text of a page.

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const MOUNT = /<div id="(?:app|root)"[^>]*>\s*<\/div>/
const SCRIPT = /<script\b(?=[^>]*type="module")[^>]*src="(?:\.?\/)?([^":]*)"[^>]*>\s*<\/script>/

export interface EditedPage {
  readonly text: string
  /** The previous entry, which the page no longer loads. */
  readonly replaced: string | undefined
  /** The previous entry, which the page still loads. */
  readonly beside: string | undefined
}

/** Puts the outlet into the page's mount element, and the entry in place of the old one. */
export function editPage(page: string, entry: string): EditedPage {
  if (page.includes('<hashbang-outlet'))
    return { text: page, replaced: undefined, beside: undefined }
  const script = `<script type="module" src="/${entry}"></script>`
  const old = SCRIPT.exec(page)
  if (MOUNT.test(page) && old !== null)
    return {
      // Styles may name the mount element.
      text: page
        .replace(MOUNT, (mount) => mount.replace(/>\s*</, `>${OUTLET}<`))
        .replace(SCRIPT, script),
      replaced: old[1],
      beside: undefined,
    }
  const added = `\n    ${OUTLET}\n    ${script}`
  const text = /<\/body>/i.test(page)
    ? page.replace(/(\n?[ \t]*)<\/body>/i, (end) => `${added}${end}`)
    : `${page.trimEnd()}${added}\n`
  return { text, replaced: undefined, beside: old?.[1] }
}
