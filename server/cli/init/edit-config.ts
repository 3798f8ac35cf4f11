// Adds a plugin to the text of a Vite configuration. An unusual text stays as it is: the caller
// prints the lines to add.

import { closingOf, maskSource, outermost } from './masked-source.ts'

const IMPORT = `import { hashbang } from 'hashbang-router/vite'`

/** @returns The new text; undefined if the configuration has an unknown form. */
export const addPlugin = (config: string, call: string): string | undefined =>
  asWritten(config, (text) => place(text, call))

/** Keeps line ends and byte order mark of Windows. `edit` receives a text without them. */
function asWritten<T extends string | undefined>(
  text: string,
  edit: (text: string) => T,
): string | T {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const isWindows = /\r\n/.test(text) && !/[^\r]\n/.test(text)
  const plain = text.slice(mark.length)
  const edited = edit(isWindows ? plain.replaceAll('\r\n', '\n') : plain)
  if (edited === undefined) return edited
  return mark + (isWindows ? edited.replaceAll('\n', '\r\n') : edited)
}

function place(config: string, call: string): string | undefined {
  const masked = maskSource(config)
  // Another function of the app has the name.
  if (/\bhashbang\b/.test(masked)) return undefined
  const open = configObject(masked)
  const placed = open === undefined ? undefined : intoObject(config, masked, open, call)
  return placed === undefined ? undefined : addImport(placed)
}

export const hasPlugin = (config: string): boolean =>
  [...config.matchAll(/['"]hashbang-router\/vite['"]/g)].some(({ index }) =>
    // A comment is masked with its quotes and with the words before them.
    /\b(?:from|require|import)[\s(]*$/.test(maskSource(config).slice(0, index)),
  )

/** The position of the brace that opens the configuration. */
function configObject(masked: string): number | undefined {
  const exported = /\bexport\s+default\s+/.exec(masked)
  if (exported === null) return undefined
  const start = exported.index + exported[0].length
  const [name] = /^\w+(?=\s*(?:;|\n|$|satisfies\b|as\b))/.exec(masked.slice(start)) ?? []
  if (name === undefined) return objectAt(masked, start)
  const declared = new RegExp(`\\bconst\\s+${name}\\b[^=\\n]*=\\s*`).exec(masked)
  return declared === null ? undefined : objectAt(masked, declared.index + declared[0].length)
}

/** Of an object, a `defineConfig` of one, or a function that returns one. */
function objectAt(masked: string, at: number): number | undefined {
  const [called = ''] = /^defineConfig\s*(?:<[^>]*>)?\s*\(\s*/.exec(masked.slice(at)) ?? []
  const start = at + called.length
  if (masked[start] === '{') return start
  const [head] = /^(?:async\s+)?(?:function\b\s*\w*\s*)?(?=\()/.exec(masked.slice(start)) ?? []
  if (head === undefined) return undefined
  const params = closingOf(masked, start + head.length)
  if (params === undefined) return undefined
  const tail = masked.slice(params + 1)
  const [arrow] = /^[^={}]*=>\s*\(\s*(?=\{)/.exec(tail) ?? []
  if (arrow !== undefined) return params + 1 + arrow.length
  const [body] = /^[^={}]*(?:=>\s*)?(?=\{)/.exec(tail) ?? []
  return body === undefined ? undefined : returned(masked, params + 1 + body.length)
}

/** The object of the only `return` of a function. */
function returned(masked: string, open: number): number | undefined {
  const close = closingOf(masked, open)
  if (close === undefined) return undefined
  const returns = [...masked.slice(open, close).matchAll(/\breturn\b\s*(\{?)/g)]
  const [only] = returns
  if (returns.length !== 1 || only?.[1] !== '{') return undefined
  return open + only.index + only[0].length - 1
}

function intoObject(config: string, masked: string, open: number, call: string) {
  const close = closingOf(masked, open)
  if (close === undefined) return undefined
  const own = outermost(masked, open, close)
  const list = /(?<![\w.])plugins\s*:\s*(?=\[)/.exec(own)
  if (list !== null) return intoList(config, masked, open + 1 + list.index + list[0].length, call)
  // The list is elsewhere, or may be.
  if (/(?<![\w.])plugins\b|\.\.\./.test(own) || hasQuotedList(config, own, open)) return undefined
  const rest = config.slice(open + 1)
  const [, indent = '  '] = /^\n([ \t]+)/.exec(rest) ?? []
  return `${config.slice(0, open + 1)}\n${indent}plugins: [${call}],${rest}`
}

/** The mask has no quoted names. */
const hasQuotedList = (config: string, own: string, open: number): boolean =>
  [...config.slice(open + 1).matchAll(/(['"`])plugins\1\]?(\s*:)/g)].some(
    ({ index, 0: { length }, 2: { length: colon } = '' }) =>
      own.slice(index + length - colon, index + length).endsWith(':'),
  )

function intoList(config: string, masked: string, open: number, call: string): string | undefined {
  const close = closingOf(masked, open)
  if (close === undefined) return undefined
  const last = masked.slice(0, close).trimEnd().length
  const before = config.slice(0, last)
  const between = config.slice(last, close)
  const isEmpty = last === open + 1
  const comma = isEmpty || before.endsWith(',') ? '' : ','
  const indent = between.slice(between.lastIndexOf('\n') + 1)
  return between.includes('\n')
    ? `${before}${comma}${between.trimEnd()}\n${indent}${indent.includes('\t') ? '\t' : '  '}${call},\n${indent}${config.slice(close)}`
    : `${before}${comma}${isEmpty ? '' : ' '}${call}${between.trim() === '' ? '' : between}${config.slice(close)}`
}

/** After the last import, with a semicolon if that import has one. */
function addImport(text: string): string {
  const masked = maskSource(text)
  const imports = [...masked.matchAll(/^import\b[^;]*?(?:from\b)?[ \t]*(?=[;\n])/gm)].filter(
    // A name such as `importer`, and a call.
    ([found]) => /^import[\s{*]/.test(found),
  )
  const last = imports.at(-1)
  if (last === undefined) {
    const [interpreter = ''] = /^#!.*\n/.exec(text) ?? []
    return `${interpreter}${IMPORT}\n\n${text.slice(interpreter.length)}`
  }
  const line = text.indexOf('\n', endOfImport(masked, last.index))
  const end = line < 0 ? text.length : line
  const semicolon = text.slice(0, end).trimEnd().endsWith(';') ? ';' : ''
  return `${text.slice(0, end)}\n${IMPORT}${semicolon}${text.slice(end)}`
}

/** Names in braces may take several lines. */
function endOfImport(masked: string, start: number): number {
  const brace = /^import\b[^;\n{]*\{/.exec(masked.slice(start))
  return brace === null ? start : (closingOf(masked, start + brace[0].length - 1) ?? start)
}
