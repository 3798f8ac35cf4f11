// Addresses of states that no server receives, for verify: the URL for people, and the URL for
// readers without script.

import { toUglyUrl } from '../../../src/url.ts'
import { shapeOf } from '../../site/adopted-pages.ts'
import { type StatePrefix, type StateShape, stateOfUrl } from '../../site/adopted-urls.ts'
import type { AdoptedReadable } from '../../site/config.ts'

export interface HiddenStates {
  readonly pageUrl: string
  readonly shape: StateShape
  /** The state of any of its addresses; null for another URL. @param url Absolute. */
  stateOf(url: string): string | null
  shownUrl(state: string): string
  /** Null if it has none. */
  uglyUrl(state: string): string | null
  /** One form of the addresses of a state. */
  listed(address: string): string
}

/** @param url The page that shows the app. @throws {TypeError} When `readable` is no prefix. */
export function hiddenStates(
  url: string,
  prefix: StatePrefix,
  readable: AdoptedReadable | undefined,
): HiddenStates {
  const { origin, pathname } = new URL(url)
  const pageUrl = origin + pathname
  const shape = shapeOf({ page: pathname, states: prefix, readableAt: readable })
  const stateOf = (address: string) =>
    address === pageUrl ? '' : stateOfUrl(address, pageUrl, shape)
  return {
    ...{ pageUrl, shape, stateOf },
    shownUrl: (state) => shape.fragmentUrl(pageUrl, state),
    uglyUrl: (state) => toUglyUrl(`${pageUrl}#!${state}`, { fragmentTag: true }),
    listed(address) {
      const state = stateOfUrl(address, pageUrl, shape)
      return state === null ? address : shape.listedUrl(pageUrl, state)
    },
  }
}
