// Adds a plugin to the text of a Vite configuration, and the outlet to the text of a page.

export function addPlugin(config: string, call: string): string | undefined {
  const placed = intoPlugins(config, call) ?? intoConfig(config, call)
  return placed === undefined
    ? undefined
    : addImport(placed, `import { hashbang } from 'hashbang-router/vite'`)
}

/** Before the closing bracket of `plugins: […]`. */
function intoPlugins(config: string, call: string): string | undefined {
  const start = /\bplugins\s*:\s*\[/.exec(config)
  if (start === null) return undefined
  let depth = 1
  for (let at = start.index + start[0].length; at < config.length; at++) {
    const sign = config[at]
    if (sign === '[') depth++
    else if (sign === ']') depth--
    if (depth > 0) continue
    const before = config.slice(0, at).trimEnd()
    const isEmpty = before.endsWith('[')
    const comma = isEmpty || before.endsWith(',') ? '' : ','
    const isLong = config.slice(before.length, at).includes('\n')
    return isLong
      ? `${before}${comma}\n    ${call},\n  ${config.slice(at)}`
      : `${before}${comma}${isEmpty ? '' : ' '}${call}${config.slice(at)}`
  }
  return undefined
}

function intoConfig(config: string, call: string): string | undefined {
  const start = /\bexport default (?:defineConfig\()?\s*\{/.exec(config)
  if (start === null) return undefined
  const at = start.index + start[0].length
  return `${config.slice(0, at)}\n  plugins: [${call}],${config.slice(at)}`
}

/** After the last import, with a semicolon if the others have one. */
function addImport(text: string, statement: string): string {
  const imports = [...text.matchAll(/^import\b[^\n]*(?:\n[^\n]*?from[^\n]*)?$/gm)]
  const last = imports.at(-1)
  if (last === undefined) return `${statement}\n\n${text}`
  const end = last.index + last[0].length
  return `${text.slice(0, end)}\n${statement}${last[0].endsWith(';') ? ';' : ''}${text.slice(end)}`
}

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const MOUNT = /<div id="(?:app|root)">\s*<\/div>/
const SCRIPT = /<script\b[^>]*type="module"[^>]*src="(\/[^"]*)"[^>]*>\s*<\/script>/

export interface EditedPage {
  readonly text: string
  /** The previous entry, which the page no longer loads. */
  readonly replaced: string | undefined
}

/** Puts the outlet into the page's mount element, and the entry in place of the old one. */
export function editPage(page: string, entry: string): EditedPage {
  const script = `<script type="module" src="/${entry}"></script>`
  const old = SCRIPT.exec(page)
  if (MOUNT.test(page) && old !== null)
    return {
      // Styles may name the mount element.
      text: page
        .replace(MOUNT, (mount) => mount.replace(/>\s*</, `>${OUTLET}<`))
        .replace(SCRIPT, script),
      replaced: old[1]?.slice(1),
    }
  return {
    text: page.replace(/(\n?[ \t]*)<\/body>/, `\n    ${OUTLET}\n    ${script}$1</body>`),
    replaced: undefined,
  }
}
