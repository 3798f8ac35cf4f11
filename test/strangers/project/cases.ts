/**
 * Views of one library, each with a name. In: functions that put something into an element the way
 * the library's manual says. Out: a view of the router that shows the one that the state names.
 */
import { mountView, type ViewPage } from 'hashbang-router'

/** Shows something in the element. @returns A function that undoes it, or anything else. */
export type Show = (element: HTMLElement, page: ViewPage<{ name: string }>) => unknown

export function cases(shows: Readonly<Record<string, Show>>) {
  return mountView((outlet: HTMLElement, page: ViewPage<{ name: string }>) => {
    const show = shows[page.data.name]
    if (show === undefined) throw new RangeError(`There is no view ${page.data.name}`)
    const done = show(outlet, page)
    return typeof done === 'function' ? () => void done() : undefined
  })
}
