import type { Data } from '../data.ts'

/** The text that a page must show, of its data. */
export type Expected = string | ((data: Data) => string)
export type Kinds = Readonly<Record<string, Expected>>

export const title = (data: Data): string => data.title
export const TITLE = (data: Data): string => data.title.toUpperCase()

/** One text for rare pages, another for all others. */
export const rare =
  (text: Expected, otherwise: Expected) =>
  (data: Data): string => {
    const expected = data.note ? text : otherwise
    return typeof expected === 'string' ? expected : expected(data)
  }
