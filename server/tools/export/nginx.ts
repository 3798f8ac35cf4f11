// Writes the nginx rules of an export. nginx ignores case in map keys, so keys that differ by case
// are regular expressions. A chain of maps marks one capital letter after the other.

import { MOST_MARKED } from './names.ts'
import { KEPT, literally, type RuleFacts, UNMARKED } from './rule-syntax.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const pattern = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** A value in quotes. nginx has no escape for `$`, so a variable stands for it. */
const value = (text: string): string => pattern(text).replaceAll('$', '$' + '{hashbang_dollar}')

const exactly = (text: string): string => pattern(`~^${literally(text)}$`)

const STATUSES = [301, 302]

const variable = (header: string): string => `$hashbang_${header.replaceAll('-', '_')}`

/** Maps, for the http block. */
export function* nginxHttp({
  pages,
  listed,
  moved,
  movedPaths,
  others,
  sets,
}: RuleFacts): Generator<string> {
  yield '# Include in the http block.\n'
  yield 'geo $hashbang_dollar {\n  default "$";\n}\n'
  yield 'map $args $hashbang_value {\n  default "";\n'
  yield '  "~^_escaped_fragment_=(?<hashbang_raw>[^&]*)$" "=$hashbang_raw";\n}\n'
  yield 'map $uri $hashbang_page {\n  default "^";\n'
  for (const { path, part } of pages) yield `  ${exactly(path)} ${value(part)};\n`
  yield '}\n'
  for (let step = 1; step <= MOST_MARKED; step++) {
    const from = step === 1 ? '$hashbang_value' : `$hashbang_marked_${step - 1}`
    const [before, mark, after] = ['before', 'mark', 'after'].map(
      (name) => `hashbang_${name}_${step}`,
    )
    yield `map ${from} $hashbang_marked_${step} {\n  default ${from};\n`
    yield `  "~^(?<${before}>${UNMARKED})(?<${mark}>[A-Z?:])(?<${after}>.*)$" "$${before}^$hashbang_sign_${step}$${after}";\n}\n`
    yield `map $${mark} $hashbang_sign_${step} {\n  "?" "-"; ":" ".";`
    yield ` ${LETTERS.map((letter) => `${letter} ${letter.toLowerCase()};`).join(' ')}\n}\n`
  }
  const key = '"$hashbang_page$hashbang_value"'
  yield `map ${key} $hashbang_file {\n`
  for (const { key, file } of listed) yield `  ${exactly(key)} ${value(file)};\n`
  yield '  # No path says these: a file that is not there.\n'
  yield '  "~=.*(?://|/\\.\\.?/)" "^";\n'
  yield `  default $hashbang_marked_${MOST_MARKED};\n}\n`
  for (const status of STATUSES) {
    yield `map ${key} $hashbang_moved_${status} {\n  default "";\n`
    for (const it of moved) {
      if (it.status === status) yield `  ${exactly(it.key)} ${value(it.url)};\n`
    }
    yield '}\n'
    yield `map $uri $hashbang_moved_path_${status} {\n  default "";\n`
    for (const it of movedPaths) {
      const path = pattern(`~^${literally(it.path)}/?$`)
      if (it.status === status) yield `  ${path} ${value(it.url)};\n`
    }
    yield '}\n'
  }
  yield `map ${key} $hashbang_set {\n  default "0";\n`
  for (const { key, set } of others) yield `  ${exactly(key)} "${set}";\n`
  yield '}\n'
  for (const name of KEPT) {
    yield `map $hashbang_set ${variable(name)} {\n  default "";\n`
    for (const [place, set] of sets.entries()) {
      if (set[name] !== undefined) yield `  "${place}" ${value(set[name])};\n`
    }
    yield '}\n'
  }
}

/** Serves ugly URLs, for the server block. */
export function* nginxServer({ folder }: RuleFacts): Generator<string> {
  yield '# Include in the server block. Ugly URLs that have no file return 404. To render them, write\n'
  yield '# "recursive_error_pages on; error_page 404 = @app;", and a proxy_pass into @app.\n'
  yield 'error_page 418 = @hashbang;\n'
  yield 'if ($hashbang_value) { return 418; }\n'
  for (const status of STATUSES) {
    const url = `$hashbang_moved_path_${status}`
    yield `if (${url}) { return ${status} ${url}; }\n`
  }
  yield 'location @hashbang {\n'
  for (const status of STATUSES) {
    yield `  if ($hashbang_moved_${status}) {\n    add_header x-content-type-options nosniff;\n`
    yield `    return ${status} $hashbang_moved_${status};\n  }\n`
  }
  yield `  root ${value(`${folder}/pages`)};\n`
  yield '  try_files /$hashbang_page$hashbang_file+.html =404;\n'
  yield '  types { }\n  default_type "text/html; charset=utf-8";\n'
  for (const name of KEPT) yield `  add_header ${name} ${variable(name)};\n`
  yield '}\n'
}
