// Whether a browser requests a page to show it. Only then are its shadow trees declared: other
// readers don't know declared trees, and find the same text in place.
//
// https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-mode-header

import type { HandlerRequest } from './types.ts'

/** The header that tells, for `Vary`. Old browsers, and all over plain HTTP, don't send it. */
export const NAVIGATION = 'Sec-Fetch-Mode'

export const isNavigation = ({ headers }: Pick<HandlerRequest, 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate'
