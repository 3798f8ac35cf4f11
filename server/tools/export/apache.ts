// Writes the Apache httpd rules of an export. An environment variable carries the value, because
// "?" in a path would begin a query.

import { MOST_MARKED } from './names.ts'
import { literally, type RuleFacts, UNMARKED } from './rule-syntax.ts'

/** Quotes a text for directives that unescape it. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** Escapes `$` and `%`, which are special in a substitution. */
const literalIn = (text: string): string => text.replace(/[\\$%]/g, '\\$&')

/** Quotes a text for mod_rewrite, which passes escapes on to the pattern or the rule. */
const raw = (text: string): string => `"${text.replaceAll('"', '\\"')}"`

const replacement = (text: string): string => raw(literalIn(text))

const VALUE = '%{ENV:HASHBANG_VALUE}'
const FILE = '%{ENV:HASHBANG_FILE}'
const KEY = `%{ENV:HASHBANG_PAGE}${VALUE}`

const MARKS = [
  { what: '[A-Z]', sign: '$' + '{hashbang_lower:%2}', others: '?:' },
  { what: '\\?', sign: '-', others: 'A-Z:' },
  { what: ':', sign: '.', others: 'A-Z?' },
]

/** httpd reads at most 1023 bytes of a list's line. Longer entries become rules. */
const MOST_BYTES = 1000

const LISTS = ['listed', 'moved', 'headers'] as const

const pairsOf = ({ listed, moved, others }: RuleFacts) => ({
  listed: listed.map(({ key, file }) => [key, file] as const),
  moved: moved.map(({ key, status, url }) => [key, `${status}:${url}`] as const),
  headers: others.map(({ key, set }) => [key, `${set}`] as const),
})

const isLong = ([key, text]: readonly [string, string]): boolean =>
  Buffer.byteLength(key) + Buffer.byteLength(text) > MOST_BYTES

export function apacheLists(facts: RuleFacts): Record<(typeof LISTS)[number], string[]> {
  const pairs = pairsOf(facts)
  const lines = (list: (typeof LISTS)[number]) =>
    pairs[list].filter((pair) => !isLong(pair)).map(([key, text]) => `${key} ${text}\n`)
  return { listed: lines('listed'), moved: lines('moved'), headers: lines('headers') }
}

export function* apacheRules(facts: RuleFacts): Generator<string> {
  const { folder, pages, movedPaths, sets } = facts
  const pairs = pairsOf(facts)
  const long = (list: (typeof LISTS)[number], then: (text: string) => string) =>
    pairs[list]
      .filter(isLong)
      .map(([key, text]) => `RewriteCond ${KEY} ${raw(`^${literally(key)}$`)}\n${then(text)}\n`)

  yield '# Include in the virtual host. Needs mod_rewrite and mod_headers.\n'
  yield 'RewriteEngine On\n'
  yield 'RewriteMap hashbang_lower int:tolower\n'
  for (const list of LISTS) {
    yield `RewriteMap hashbang_${list} ${quoted(`txt:${folder}/${list}.txt`)}\n`
  }
  for (const { path, part } of pages) {
    const [query, asked] = ['%{QUERY_STRING}', raw(`^${literally(path)}$`)]
    yield `RewriteCond ${query} "^_escaped_fragment_=([^&]*)$"\n`
    yield `RewriteRule ${asked} - [E=HASHBANG_VALUE:=%1,E=HASHBANG_FILE:=%1]\n`
    // Not in the flag itself: a comma would begin the next flag.
    yield `RewriteCond ${replacement(part)} "^(.*)$"\n`
    yield `RewriteRule ${asked} - [E=HASHBANG_PAGE:%1]\n`
  }
  for (let step = 0; step < MOST_MARKED; step++) {
    for (const { what, sign, others } of MARKS) {
      // Skips other marked characters, so the order of rules does not matter.
      const before = UNMARKED.replace('[^A-Z?:%]', `[^A-Z?:%]|[${others}]`)
      yield `RewriteCond ${FILE} "^(${before})(${what})(.*)$"\n`
      yield `RewriteRule ^ - [E=HASHBANG_FILE:%1^${sign}%3]\n`
    }
  }
  yield '# No path says these: a file that is not there.\n'
  yield `RewriteCond ${VALUE} "//|/\\.\\.?/"\nRewriteRule ^ - [E=HASHBANG_FILE:^]\n`
  yield `RewriteCond \${hashbang_listed:${KEY}} "^(.+)$"\nRewriteRule ^ - [E=HASHBANG_FILE:%1]\n`
  yield* long('listed', (file) => `RewriteRule ^ - [E=HASHBANG_FILE:${file}]`)
  for (const status of [301, 302]) {
    yield `RewriteCond \${hashbang_moved:${KEY}} "^${status}:(.+)$"\n`
    yield `RewriteRule ^ %1 [R=${status},NE,QSD,L,E=HASHBANG_MOVED:1]\n`
  }
  for (const { path, status, url } of movedPaths) {
    yield `RewriteCond ${VALUE} "^$"\n`
    // No escape prevents a quote from ending a rule's pattern.
    const pattern = literally(path).replaceAll('"', '\\x22')
    yield `RewriteRule "^${pattern}/?$" ${replacement(url)} [R=${status},NE,QSD,L,E=HASHBANG_MOVED:1]\n`
  }
  yield* long('moved', (text) => {
    return `RewriteRule ^ ${replacement(text.slice(4))} [R=${text.slice(0, 3)},NE,QSD,L,E=HASHBANG_MOVED:1]`
  })
  yield 'Header always set x-content-type-options nosniff env=HASHBANG_MOVED\n'
  yield 'RewriteRule ^ - [E=HASHBANG_SET:0]\n'
  yield `RewriteCond \${hashbang_headers:${KEY}} "^(.+)$"\nRewriteRule ^ - [E=HASHBANG_SET:%1]\n`
  yield* long('headers', (set) => `RewriteRule ^ - [E=HASHBANG_SET:${set}]`)
  yield `RewriteCond ${VALUE} "."\n`
  const file = `${literalIn(`${folder}/pages/`)}%{ENV:HASHBANG_PAGE}${FILE}+.html`
  yield `RewriteRule ^ ${raw(file)} [L]\n`
  yield `<Directory ${quoted(`${folder}/pages`)}>\n  Require all granted\n  AllowOverride None\n`
  yield '  ForceType "text/html; charset=utf-8"\n'
  for (const [place, set] of sets.entries()) {
    for (const [name, value] of Object.entries(set)) {
      const condition = `"expr=%{reqenv:HASHBANG_SET} == '${place}'"`
      yield `  Header always set ${name} ${quoted(value.replaceAll('%', '%%'))} ${condition}\n`
    }
  }
  yield '</Directory>\n'
}
