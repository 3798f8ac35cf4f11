// Adds the drawer to the document, for a given router or the one that the document starts.

import { hooksOf } from '../dom/hooks.ts'
import type { AnyRouter } from '../dom/router.ts'
import './element.ts'
import type { HashbangDevtools } from './element.ts'
import { watchStarted } from './registry.ts'

/** How the drawer is put into the document. */
export interface DevtoolsOptions {
  /** The text of the button that opens it. Default: `#!`. */
  readonly label?: string
}

/**
 * Puts a drawer into the document that shows a router's page and its HTML snapshot. It stands after
 * `<body>` in a shadow tree. Remove the element to be rid of it.
 *
 * @param router Default: the one that the document starts, where packages are resolved for
 * development.
 */
export function devtools(router?: AnyRouter, { label }: DevtoolsOptions = {}): HashbangDevtools {
  const element = document.createElement('hashbang-devtools')
  if (label !== undefined) element.label = label
  if (router) {
    element.source = { router, hooks: hooksOf(router), outlet: null }
  } else {
    watchStarted((started) => {
      element.source = started
    })
  }
  document.documentElement.append(element)
  return element
}
