// The kinds by React, in an element that renders its root anew for every page, as apps put it into custom elements.
import type { ViewPage } from 'hashbang-router'
import {
  createContext,
  createElement as h,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createRoot } from 'react-dom/client'
import { type Behaviour, behaviourOf, tagOf } from './behaviours.ts'
import type { Data, Item } from './data.ts'

const Titles = createContext('')
const Titled = () => h('b', null, useContext(Titles))

function Row({ item, keeps }: { item: Item; keeps: boolean }) {
  const [first] = useState(item.text)
  return h('li', { className: item.done ? 'done' : 'open' }, keeps ? first : item.text)
}

function App({ kind, data, behaviour }: { kind: string; data: Data; behaviour: Behaviour }) {
  const root = useRef<HTMLElement>(null)
  const latest = useRef(data)
  const given = useRef(0)
  const [noted, setNoted] = useState(false)
  const [first] = useState(data.title)
  latest.current = data
  useLayoutEffect(() => {
    given.current += 1
    const count = root.current?.querySelector('s')
    if (count && kind === 'counter') count.textContent = `shown ${given.current} times`
  })
  useEffect(() => {
    const element = root.current as HTMLElement
    behaviour.open?.(element, () => latest.current)
    behaviour.connect?.(element, () => latest.current)
    return () => behaviour.disconnect?.()
  }, [behaviour])
  useEffect(() => {
    if (data.note) setNoted(true)
    behaviour.show?.(root.current as HTMLElement, data)
  }, [behaviour, data])
  const wrong = kind === 'wrong keys'
  return h(
    'section',
    { ref: root },
    h('h1', null, data.title),
    h('img', kind === 'missing photo' ? {} : { src: data.photo }),
    h(
      'ul',
      null,
      data.items.map((item, n) => h(Row, { key: wrong ? n : item.id, item, keeps: wrong })),
    ),
    h('details', null, h('summary', null, 'More')),
    h('input'),
    h('p'),
    h('div'),
    h('s'),
    h(
      'i',
      null,
      kind === 'state never reset' && String(noted),
      kind === 'first page' && first,
      kind === 'context' && h(Titles.Provider, { value: first }, h(Titled)),
    ),
  )
}

export function make(kind: string): new () => HTMLElement {
  class View extends HTMLElement {
    readonly #root = createRoot(this)
    readonly #behaviour = behaviourOf('react', kind)
    #page: ViewPage<Data> | undefined
    get page(): ViewPage<Data> | undefined {
      return this.#page
    }
    set page(page: ViewPage<Data>) {
      this.#page = page
      this.#root.render(h(App, { kind, data: page.data, behaviour: this.#behaviour }))
    }
  }
  customElements.define(tagOf('react', kind), View)
  return View
}
