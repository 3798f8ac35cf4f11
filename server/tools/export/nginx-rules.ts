// Writes the nginx rules of an export. Keys are regular expressions, because nginx ignores the case
// of plain ones.

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

const pattern = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** nginx has no escape for `$`, so a variable replaces it. */
const value = (text: string): string => pattern(text).replaceAll('$', '$' + '{hashbang_dollar}')

const exactly = (text: string): string => pattern(`~^${literally(text)}$`)

const STATUSES = [301, 302]

/** A map to the capture of a pattern in the rule; empty without a match. */
const part = (name: string, before: string, what: string): string =>
  `map $hashbang_rule $hashbang_${name} {\n  default "";\n  "~^${before}(?<hashbang_is_${name}>${what})" $hashbang_is_${name};\n}\n`

export const nginxRule = ([key, rule]: StateRule): string => `  ${exactly(key)} ${value(rule)};\n`

/** Maps, for the http block. */
export function nginxHttp({ served, pages, usual }: RuleOptions): string {
  return [
    '# Include in the http block.\n',
    'geo $hashbang_dollar {\n  default "$";\n}\n',
    'map $args $hashbang_value {\n  default "";\n',
    `  "~^${UGLY_KEY}(?<hashbang_raw>[^&]*)$" "=$hashbang_raw";\n}\n`,
    'map $uri $hashbang_page {\n  default "^";\n',
    ...Object.keys(pages).map((path) => `  ${exactly(path)} ${value(pagePart(path))};\n`),
    '}\n',
    'map $uri $hashbang_path {\n  "~^(?<hashbang_path_is>.*?)/?$" ":$hashbang_path_is";\n}\n',
    'map $hashbang_value $hashbang_key {\n  "" $hashbang_path;\n',
    '  default "$hashbang_page$hashbang_value";\n}\n',
    `map $hashbang_key $hashbang_rule {\n  default ${value(shownRule(usual))};\n`,
    `  include ${pattern(`${served}/rules/*/*.nginx.conf`)};\n}\n`,
    ...MARKS.map(marked),
    '# No path says these: a file that is not there.\n',
    `map $hashbang_value $hashbang_plain {\n  "~(?:\\^|//|/\\.\\.?/)" "^";\n`,
    `  default $hashbang_marked_${MARKS.length};\n}\n`,
    part('listed', '200[|]', '[^|]*'),
    'map $hashbang_listed $hashbang_file {\n  "" $hashbang_plain;\n  default $hashbang_listed;\n}\n',
    ...STATUSES.map((status) => part(`moved_${status}`, `${status}[|]`, '.*')),
    ...HEADERS.map((_, index) =>
      part(`header_${index}`, `200(?:[|][^|]*){${index + 1}}[|]`, '[^|]*'),
    ),
  ].join('')
}

/** A map with a line for each number of marks. */
function marked({ mark, removed, kept, plain }: (typeof MARKS)[number], before: number): string {
  const line = (marks: number): string => {
    const names = Array.from({ length: marks + 1 }, (_, part) => `hashbang_part_${part}`)
    const patterns = names.map((name, part) =>
      part === 0 ? `(?<${name}>${plain})` : `${removed}(?<${name}>${kept}${plain})`,
    )
    const joined = names.map((name) => `$${name}`).join(mark)
    return `  ${pattern(`~^${patterns.join('')}$`)} "${joined}";\n`
  }
  const from = before === 0 ? '$hashbang_value' : `$hashbang_marked_${before}`
  const lines = Array.from({ length: MOST_MARKS }, (_, index) => line(index + 1))
  return `map ${from} $hashbang_marked_${before + 1} {\n  default ${from};\n${lines.join('')}}\n`
}

/** Serves ugly URLs, for the server block. */
export function nginxServer({ served }: RuleOptions): string {
  const moves = STATUSES.map((status) => [status, `$hashbang_moved_${status}`] as const)
  return [
    '# Include in the server block. Ugly URLs that have no file return 404. To render them, write\n',
    '# "recursive_error_pages on; error_page 404 = @app;", and a proxy_pass into @app.\n',
    'error_page 418 = @hashbang;\n',
    'if ($hashbang_value) { return 418; }\n',
    ...moves.map(([status, url]) => `if (${url}) { return ${status} ${url}; }\n`),
    'location @hashbang {\n',
    ...moves.map(
      ([status, url]) =>
        `  if (${url}) {\n    add_header x-content-type-options nosniff;\n    return ${status} ${url};\n  }\n`,
    ),
    `  root ${value(`${served}/pages`)};\n`,
    '  try_files /$hashbang_page$hashbang_file+.html =404;\n',
    '  types { }\n  default_type "text/html; charset=utf-8";\n',
    ...HEADERS.map((name, index) => `  add_header ${name} $hashbang_header_${index};\n`),
    '}\n',
  ].join('')
}
