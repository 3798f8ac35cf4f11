import type { Data } from '../data.ts'

/** Writes a page's line, and keeps something for the next. */
export type Note = (data: Data) => string
export type Notes = Readonly<Record<string, Note>>
