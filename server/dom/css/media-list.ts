/**
 * The media of sheets and rules. https://drafts.csswg.org/cssom/#the-medialist-interface
 */
import { S } from '../internals.ts'
import { makeIterable, withIndexes } from './indexed-list.ts'
import { mediaQueries } from './media-queries.ts'

const STATE = Symbol('media')

class MediaState {
  queries: readonly string[]
  readonly #changed: () => void

  constructor(mediaText: string, changed: () => void) {
    this.queries = mediaQueries(mediaText)
    this.#changed = changed
  }

  get length(): number {
    return this.queries.length
  }

  at(index: number): string | undefined {
    return this.queries[index]
  }

  set(queries: readonly string[]): void {
    this.queries = queries
    this.#changed()
  }
}

export class MediaList {
  readonly [STATE]: MediaState

  constructor(key: unknown, mediaText: string, changed: () => void) {
    if (key !== S.illegalConstructor) throw new TypeError('Illegal constructor')
    this[STATE] = new MediaState(mediaText, changed)
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is the instance
    return withIndexes(this, this[STATE])
  }

  get length(): number {
    return this[STATE].length
  }

  get mediaText(): string {
    return this[STATE].queries.join(', ')
  }

  set mediaText(mediaText: string | null) {
    this[STATE].set(mediaQueries(mediaText === null ? '' : String(mediaText)))
  }

  item(index: unknown): string | null {
    return this[STATE].at(Number(index) >>> 0) ?? null
  }

  appendMedium(medium: unknown): void {
    const { queries } = this[STATE]
    const [query, ...more] = mediaQueries(String(medium))
    if (query === undefined || more.length > 0 || queries.includes(query)) return
    this[STATE].set([...queries, query])
  }

  deleteMedium(medium: unknown): void {
    const { queries } = this[STATE]
    const [query] = mediaQueries(String(medium))
    if (query === undefined || !queries.includes(query)) {
      throw new DOMException(
        `Failed to execute 'deleteMedium' on 'MediaList': Failed to delete '${medium}'.`,
        'NotFoundError',
      )
    }
    this[STATE].set(queries.filter((other) => other !== query))
  }

  toString(): string {
    return this.mediaText
  }
}
makeIterable(MediaList)
