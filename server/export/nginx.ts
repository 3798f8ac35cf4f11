// The rules of an export for nginx: maps for the http block, a named location for the server block.
// In: facts of the export. Out: lines of configuration.
// nginx compares the texts of a map without regard to case, so whatever must not be mixed up is a regular
// expression here. A chain of maps marks one capital letter after the other.

import { MOST_MARKED } from './names.ts'
import { literally, type RuleFacts, UNMARKED } from './rules.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** A text in quotes. A `$` begins a variable in values, but not in patterns. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

const exactly = (text: string): string => quoted(`~^${literally(text)}$`)

/** Maps, for the http block. */
export function* nginxHttp({ pages, listed, moved }: RuleFacts): Generator<string> {
  yield '# Include in the http block. Made by "hashbang export".\n'
  yield 'map $args $hashbang_value {\n  default "";\n'
  yield '  "~^_escaped_fragment_=(?<hashbang_raw>[^&]*)$" "=$hashbang_raw";\n}\n'
  yield 'map $uri $hashbang_page {\n  default "^";\n'
  for (const { path, part } of pages) yield `  ${exactly(path)} ${quoted(part)};\n`
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
  yield 'map $hashbang_value $hashbang_file {\n'
  for (const { value, file } of listed) yield `  ${exactly(`=${value}`)} ${quoted(file)};\n`
  yield '  # No path says these: a file that is not there.\n'
  yield '  "~//|/\\.\\.?/" "^";\n'
  yield `  default $hashbang_marked_${MOST_MARKED};\n}\n`
  yield 'map $hashbang_value $hashbang_moved {\n  default "";\n'
  for (const { value, url } of moved) {
    if (!url.includes('$')) yield `  ${exactly(`=${value}`)} ${quoted(url)};\n`
  }
  yield '}\n'
}

/** What answers ugly URLs, for the server block. */
export function* nginxServer({ folder, headers }: RuleFacts): Generator<string> {
  yield '# Include in the server block. Made by "hashbang export". Ugly URLs that have no file are answered 404;\n'
  yield '# to have them rendered, put "error_page 404 = @app;" into the location, and a proxy_pass into @app.\n'
  yield 'error_page 418 = @hashbang;\n'
  yield 'if ($hashbang_value) { return 418; }\n'
  yield 'location @hashbang {\n'
  yield '  if ($hashbang_moved) { return 301 $hashbang_moved; }\n'
  yield `  root ${quoted(`${folder}/pages`)};\n`
  yield '  try_files /$hashbang_page$hashbang_file+.html =404;\n'
  yield '  types { }\n  default_type "text/html; charset=utf-8";\n'
  for (const [name, value] of Object.entries(headers)) {
    yield `  add_header ${name} ${quoted(value)};\n`
  }
  yield '}\n'
}
