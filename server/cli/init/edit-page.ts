// Puts the outlet and the entry into the text of a page.

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const MOUNT = /<div id="(?:app|root)"[^>]*>\s*<\/div>/
const SCRIPT = /<script\b(?=[^>]*type="module")[^>]*src="(?:\.?\/)?([^":]*)"[^>]*>\s*<\/script>/

/**
 * Puts the outlet into the page's mount element, and the entry in place of the old one.
 * @returns The text, the old entry if the page no longer loads it, and what is left to do.
 */
export function editPage(page: string, entry: string) {
  if (page.includes('<hashbang-outlet')) return { text: page, notes: [] }
  const script = `<script type="module" src="/${entry}"></script>`
  const [old, before] = SCRIPT.exec(page) ?? []
  if (MOUNT.test(page) && old !== undefined)
    return {
      // Styles may name the mount element.
      text: page
        .replace(MOUNT, (mount) => mount.replace(/>\s*</, `>${OUTLET}<`))
        .replace(SCRIPT, script),
      replaced: before,
      notes: [
        `index.html loads ${entry} now. ${before} is there still: move its set-up to ${entry}, and delete it.`,
      ],
    }
  const added = `\n    ${OUTLET}\n    ${script}`
  const text = /<\/body>/i.test(page)
    ? page.replace(/(\n?[ \t]*)<\/body>/i, (end) => `${added}${end}`)
    : `${page.trimEnd()}${added}\n`
  const beside = `index.html still loads ${before}, and shows its own content on every page. Delete both from index.html, or keep them as a frame around your pages.`
  return { text, notes: old === undefined ? [] : [beside] }
}
