// `html` for templates whose first value says where the others stand: what finds that out is half of the code.
// Not for apps: the Vite plugin takes it for the `html` of a module whose templates it has looked at, and writes that value.

import {
  attribute,
  type Hole,
  type Html,
  type HtmlValue,
  json,
  text,
  writeHtml,
} from './write-html.ts'

/** By how the Vite plugin writes them: between tags, in an attribute, first in an address, in a data script. */
export const HOLES: Readonly<Record<string, Hole>> = {
  t: [text],
  a: [attribute],
  u: [attribute, ''],
  j: [json],
}

/** `html` with the places of its values, one letter each. */
export const html = (
  [, ...strings]: TemplateStringsArray,
  places: string,
  ...values: HtmlValue[]
): Html =>
  writeHtml(
    strings,
    Array.from(places, (place) => HOLES[place] as Hole),
    values,
  )
