// Addresses of states that no server receives, for verify: the URL for people, and the URL for
// readers without script.

import { toUglyUrl } from '../../../src/url.ts'
import { shapeOf } from '../../site/adopted-pages.ts'
import { type StatePrefix, stateOfUrl } from '../../site/adopted-urls.ts'
import type { AdoptedReadable } from '../../site/config.ts'

export type HiddenStates = ReturnType<typeof hiddenStates>

/** @param url The page that shows the app. @throws {TypeError} When `readable` is no prefix. */
export function hiddenStates(
  url: string,
  prefix: StatePrefix,
  readable: AdoptedReadable | undefined,
) {
  const { origin, pathname } = new URL(url)
  const pageUrl = origin + pathname
  const shape = shapeOf({ page: pathname, states: prefix, readableAt: readable })
  /** The state of any of its addresses; null for another URL. @param address Absolute. */
  const stateOf = (address: string) =>
    address === pageUrl ? '' : stateOfUrl(address, pageUrl, shape)
  return {
    ...{ pageUrl, shape, stateOf },
    shownUrl: (state: string): string => shape.fragmentUrl(pageUrl, state),
    /** Null if it has none. */
    uglyUrl: (state: string): string | null =>
      toUglyUrl(`${pageUrl}#!${state}`, { fragmentTag: true }),
    /** One form of the addresses of a state. */
    listed(address: string): string {
      const state = stateOfUrl(address, pageUrl, shape)
      return state === null ? address : shape.listedUrl(pageUrl, state)
    },
  }
}
