// What Chromium's window has and the window of snapshots has not, as `test/missing-names/make.ts` has found it. Read when an error
// is explained, and not before.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Names by what has them in Chromium: an interface, whose objects do, or a path from the window, such as `.CSS`. `.` is the window.
 */
export type PlatformNames = Readonly<Record<string, readonly string[]>>

let names: PlatformNames | undefined

/** Reads the list once. It is empty where the file is gone. */
export function missingNames(): PlatformNames {
  names ??= read()
  return names
}

/** Workers are built as one file, which stands above this folder. */
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
