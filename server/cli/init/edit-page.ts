// Puts the outlet and the entry into the text of a page.

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const MOUNT = /<div id="(?:app|root)"[^>]*>\s*<\/div>/
const SCRIPT = /<script\b(?=[^>]*type="module")[^>]*src="(?:\.?\/)?([^":]*)"[^>]*>\s*<\/script>/

export type EditedPage = ReturnType<typeof editPage>

/**
 * Puts the outlet into the page's mount element, and the entry in place of the old one.
 * @returns The text, and the old entry: `replaced`, or `beside` the new one.
 */
export function editPage(page: string, entry: string) {
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
