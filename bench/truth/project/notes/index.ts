/** The actions of a view of any framework as it is shown. */
import type { Data } from '../data.ts'
import { notes as builtIns } from './built-ins.ts'
import { notes as caches } from './caches.ts'
import { notes as globals } from './globals.ts'
import { notes as modules } from './modules.ts'
import type { Notes } from './note.ts'
import { notes as shared } from './shared.ts'

const notes: Notes = { ...modules, ...caches, ...shared, ...globals, ...builtIns }

export function noteOf(data: Data): string {
  const note = notes[data.kind]
  if (note === undefined) throw new RangeError(`There is no note ${data.kind}`)
  return note(data)
}
