/**
 * How many classes of nodes one line of code may meet before V8 looks properties up by name. In: nothing. Out: some fifty,
 * where V8 allows four. A page is made of some twenty classes of elements, each of which has another hidden class, so every
 * line that walks a tree meets more than four, and each look at a node there costs ten times as much as where they are known.
 * V8 has one set of flags for a process: the server's own code has the same then, which few of its lines notice.
 * Named by `node --v8-options`.
 */
import { setFlagsFromString } from 'node:v8'

const MOST_CLASSES = 48

/** SIDE EFFECT: to be called before the code that is to profit has run. */
export function widenInlineCaches(): void {
  setFlagsFromString(`--max-valid-polymorphic-map-count=${MOST_CLASSES}`)
}
