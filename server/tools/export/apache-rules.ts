// Writes the Apache httpd rules of an export. An environment variable carries the value, because a
// "?" in a path begins a query.

import { UGLY_KEY } from '../../../src/url.ts'
import { MOST_MARKS, pagePart } from '../../site/state-files.ts'
import {
  HEADERS,
  literally,
  MARKS,
  type RuleOptions,
  type StateRule,
  shownRule,
} from './state-rule.ts'

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** Quotes a text for mod_rewrite, which passes escapes on to the pattern or the rule. */
const raw = (text: string): string => `"${text.replaceAll('"', '\\"')}"`

/** Escapes a text for a substitution, where `$` and `%` are special. */
const literalIn = (text: string): string => text.replace(/[\\$%]/g, '\\$&')

// No escape prevents a quote from ending a pattern.
const exactly = (text: string): string => `"^${literally(text).replaceAll('"', '\\x22')}$"`

const VALUE = '%{ENV:HASHBANG_VALUE}'
const FILE = '%{ENV:HASHBANG_FILE}'
const RULE = '%{ENV:HASHBANG_RULE}'

/** Sets a variable, not in the flag itself: a comma would begin the next flag. */
const set = (name: string, text: string, where = '^'): string =>
  `RewriteCond ${raw(literalIn(text))} "^(.*)$"\nRewriteRule ${where} - [E=HASHBANG_${name}:%1]\n`

const part = (name: string, pattern: string): string =>
  `RewriteCond ${RULE} "^${pattern}"\nRewriteRule ^ - [E=HASHBANG_${name}:%1]\n`

export const apacheRule = ([key, rule]: StateRule): string =>
  `RewriteCond %{ENV:HASHBANG_KEY} ${exactly(key)}\n${set('RULE', rule)}`

export function apacheRules({ served, pages, usual }: RuleOptions): string {
  return [
    '# Include in the virtual host. Needs mod_rewrite and mod_headers.\n',
    'RewriteEngine On\n',
    'RewriteRule "^(.*?)/?$" - [E=HASHBANG_KEY::$1]\n',
    ...Object.keys(pages).flatMap((path) => [
      `RewriteCond %{QUERY_STRING} "^${UGLY_KEY}([^&]*)$"\n`,
      `RewriteRule ${exactly(path)} - [E=HASHBANG_VALUE:=%1,E=HASHBANG_FILE:=%1]\n`,
      set('PAGE', pagePart(path), exactly(path)),
    ]),
    `RewriteCond ${VALUE} "."\nRewriteRule ^ - [E=HASHBANG_KEY:%{ENV:HASHBANG_PAGE}${VALUE}]\n`,
    set('RULE', shownRule(usual)),
    `IncludeOptional ${quoted(`${served}/rules/*/*.apache.conf`)}\n`,
    ...MARKS.flatMap((mark) => Array<string>(MOST_MARKS).fill(marked(mark))),
    '# No path says these: a file that is not there.\n',
    `RewriteCond ${VALUE} "\\^|//|/\\.\\.?/"\nRewriteRule ^ - [E=HASHBANG_FILE:^]\n`,
    part('FILE', '200[|]([^|]+)'),
    ...[301, 302].map(
      (status) =>
        `RewriteCond ${RULE} "^${status}[|](.+)$"\nRewriteRule ^ %1 [R=${status},NE,QSD,L,E=HASHBANG_MOVED:1]\n`,
    ),
    'Header always set x-content-type-options nosniff env=HASHBANG_MOVED\n',
    ...HEADERS.map((_, at) => part(`HEADER_${at}`, `200(?:[|][^|]*){${at + 1}}[|]([^|]+)`)),
    `RewriteCond ${VALUE} "."\n`,
    `RewriteRule ^ ${raw(`${literalIn(`${served}/pages/`)}%{ENV:HASHBANG_PAGE}${FILE}+.html`)} [L]\n`,
    `<Directory ${quoted(`${served}/pages`)}>\n  Require all granted\n  AllowOverride None\n`,
    '  ForceType "text/html; charset=utf-8"\n',
    ...HEADERS.map(
      (name, at) =>
        `  Header always set ${name} "%{HASHBANG_HEADER_${at}}e" env=HASHBANG_HEADER_${at}\n`,
    ),
    '</Directory>\n',
  ].join('')
}

/** Sets the next mark. */
const marked = ({ mark, removed, kept, plain }: (typeof MARKS)[number]): string =>
  `RewriteCond ${FILE} "^(${plain})${removed}(${kept}.*)$"\nRewriteRule ^ - [E=HASHBANG_FILE:%1${mark}%2]\n`
