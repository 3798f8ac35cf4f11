/** A view of a library's kinds: functions that write a page's line, at once or later. */
import { mountView } from 'hashbang-router'
import type { Data } from '../data.ts'

export type Show = (data: Data, outlet: Element) => string | Promise<string>

export const kindsView = (shows: Readonly<Record<string, Show>>) =>
  mountView<Data>((outlet, page) => {
    const show = shows[page.data.kind]
    if (show === undefined) throw new RangeError(`There is no kind ${page.data.kind}`)
    const line = outlet.appendChild(document.createElement('p'))
    const text = show(page.data, outlet)
    if (typeof text === 'string') line.textContent = text
    else
      page.settled(
        text.then((late) => {
          line.textContent = late
        }),
      )
  })
