// Lists names that Chromium's window has and the window of snapshots lacks.
// `test/generate/missing-names.ts` writes the list. It is only read to explain an error.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Names by their owner in Chromium: an interface, or a path from the window, such as `.CSS`. `.` is
 * the window.
 */
export type PlatformNames = Readonly<Record<string, readonly string[]>>

let names: PlatformNames | undefined

/** Reads the list once. It is empty if the file is missing. */
export function missingNames(): PlatformNames {
  names ??= read()
  return names
}

/** A worker is built as one file, one folder above this one. */
const PLACES = ['./missing-names.json', './diagnostics/missing-names.json']

function read(): PlatformNames {
  const here = import.meta.url
  const file = PLACES.map((place) => fileURLToPath(new URL(place, here))).find((one) =>
    existsSync(one),
  )
  const table: Record<string, string> = file ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return Object.fromEntries(
    Object.entries(table).map(([owner, list]) => [owner, list.split(' ')] as const),
  )
}
