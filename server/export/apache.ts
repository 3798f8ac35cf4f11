// The rules of an export for Apache httpd, for a virtual host: mod_rewrite with two lists, mod_headers.
// In: facts of the export. Out: lines of configuration.
// The value travels in an environment variable: in a path, its "?" would begin a query.

import { MOST_MARKED } from './names.ts'
import { literally, type RuleFacts, UNMARKED } from './rules.ts'

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

const VALUE = '%{ENV:HASHBANG_VALUE}'
const FILE = '%{ENV:HASHBANG_FILE}'

const MARKS = [
  { what: '[A-Z]', sign: '$' + '{hashbang_lower:%2}', others: '?:' },
  { what: '\\?', sign: '-', others: 'A-Z:' },
  { what: ':', sign: '.', others: 'A-Z?' },
]

/** httpd reads no more than 1023 bytes of a line of a list. */
const isLong = ({ value, file }: RuleFacts['listed'][number]): boolean =>
  value.length + file.length > 1000

/** Rules for a virtual host. */
export function* apacheRules({ folder, pages, listed, headers }: RuleFacts): Generator<string> {
  yield '# Include in the virtual host. Made by "hashbang export". Needs mod_rewrite and mod_headers.\n'
  yield 'RewriteEngine On\n'
  yield 'RewriteMap hashbang_lower int:tolower\n'
  yield `RewriteMap hashbang_listed ${quoted(`txt:${folder}/listed.txt`)}\n`
  yield `RewriteMap hashbang_moved ${quoted(`txt:${folder}/moved.txt`)}\n`
  for (const { path, part } of pages) {
    yield 'RewriteCond %{QUERY_STRING} "^_escaped_fragment_=([^&]*)$"\n'
    yield `RewriteRule ${quoted(`^${literally(path)}$`)} - [E=HASHBANG_VALUE:=%1,E=HASHBANG_FILE:=%1,E=HASHBANG_PAGE:${part}]\n`
  }
  for (let step = 0; step < MOST_MARKED; step++) {
    for (const { what, sign, others } of MARKS) {
      // Runs over the other marked characters: which one goes first makes no difference.
      const before = UNMARKED.replace('[^A-Z?:%]', `[^A-Z?:%]|[${others}]`)
      yield `RewriteCond ${FILE} "^(${before})(${what})(.*)$"\n`
      yield `RewriteRule ^ - [E=HASHBANG_FILE:%1^${sign}%3]\n`
    }
  }
  yield '# No path says these: a file that is not there.\n'
  yield `RewriteCond ${VALUE} "//|/\\.\\.?/"\nRewriteRule ^ - [E=HASHBANG_FILE:^]\n`
  yield `RewriteCond \${hashbang_listed:${VALUE}} "^(.+)$"\nRewriteRule ^ - [E=HASHBANG_FILE:%1]\n`
  for (const { value, file } of listed.filter(isLong)) {
    yield `RewriteCond ${VALUE} ${quoted(`^=${literally(value)}$`)}\nRewriteRule ^ - [E=HASHBANG_FILE:${file}]\n`
  }
  yield `RewriteCond \${hashbang_moved:${VALUE}} "^(.+)$"\nRewriteRule ^ %1 [R=301,NE,QSD,L]\n`
  yield `RewriteCond ${VALUE} "."\n`
  yield `RewriteRule ^ ${quoted(`${folder}/pages/%{ENV:HASHBANG_PAGE}${FILE}+.html`)} [L]\n`
  yield `<Directory ${quoted(`${folder}/pages`)}>\n  Require all granted\n  AllowOverride None\n`
  yield '  ForceType "text/html; charset=utf-8"\n'
  for (const [name, value] of Object.entries(headers)) {
    yield `  Header always set ${name} ${quoted(value)}\n`
  }
  yield '</Directory>\n'
}
