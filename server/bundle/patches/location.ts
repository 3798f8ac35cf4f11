/**
 * The location. Changed: the events of fragments that were set can be forgotten before they are told of, as a page that is
 * over has nobody to tell; there would be one more of them with every render.
 */
import type { Patch } from '../patch.ts'

export const LOCATION: readonly Patch[] = [
  {
    why: 'they are private',
    text: `    #hashChangeEvents = [];
`,
    by: `    #hashChangeEvents = [];
    [PropertySymbol.clearCache]() {
        this.#hashChangeEvents = [];
    }
`,
  },
]
