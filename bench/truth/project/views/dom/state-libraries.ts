/**
 * Libraries of state and events, held in modules: MobX, nanostores, XState, RxJS, mitt, immer and
 * others.
 */
import { Store } from '@tanstack/store'
import EventEmitter from 'eventemitter3'
import { produce, setAutoFreeze } from 'immer'
import mitt from 'mitt'
import { autorun, configure, makeAutoObservable } from 'mobx'
import { atom, computed, map } from 'nanostores'
import { BehaviorSubject, ReplaySubject, Subject, scan, shareReplay } from 'rxjs'
import { proxy, subscribe } from 'valtio/vanilla'
import { assign, createActor, createMachine } from 'xstate'
import { createStore } from 'zustand/vanilla'
import { kindsView } from '../../parts/kinds.ts'

const mobx = makeAutoObservable({ title: undefined as string | undefined, views: 0 })
const mobxSeen: string[] = []
configure({ enforceActions: 'never' })
autorun(() => {
  if (mobx.title) mobxSeen.push(mobx.title)
})
const title = atom<string | undefined>(undefined)
const upper = computed(title, (value) => value?.toUpperCase())
const titles = map<Record<string, string>>({})
const subject = new BehaviorSubject('none')
const replayed = new ReplaySubject<string>()
const clicks = new Subject<string>()
const counted = clicks.pipe(
  scan((n) => n + 1, 0),
  shareReplay(1),
)
counted.subscribe()
const bus = mitt<{ page: string[] }>()
const emitter = new EventEmitter<{ page: [string[]] }>()
const machine = createMachine({
  types: {} as { context: { titles: string[] }; events: { type: 'add'; title: string } },
  context: { titles: [] },
  initial: 'empty',
  states: { empty: {}, full: {} },
  on: {
    add: {
      target: '.full',
      actions: assign({ titles: ({ context, event }) => [...context.titles, event.title] }),
    },
  },
})
const actor = createActor(machine).start()
let drafts: { readonly titles: readonly string[]; readonly note?: string } = { titles: [] }
const store = new Store({ title: undefined as string | undefined })
const state = proxy({ n: 0 })
let notified = 0
subscribe(state, () => {
  notified += 1
})
const vanilla = createStore<{ titles: string[] }>(() => ({ titles: [] }))

export default kindsView({
  'mobx, first wins': (data) => {
    mobx.title ??= data.title
    return mobx.title
  },
  'mobx, autorun of a module': (data) => {
    mobx.title = data.title
    return mobxSeen.join(', ')
  },
  'nanostores atom': (data) => {
    if (title.get() === undefined) title.set(data.title)
    return upper.get() ?? 'none'
  },
  'nanostores map': (data) => {
    titles.setKey(data.locale, titles.get()[data.locale] ?? data.title)
    return Object.values(titles.get()).join(', ')
  },
  'rxjs BehaviorSubject': (data) => {
    const before = subject.value
    subject.next(data.title)
    return before
  },
  'rxjs ReplaySubject': (data) => {
    replayed.next(data.title)
    const heard: string[] = []
    replayed.subscribe((value) => heard.push(value))
    return heard.join(', ')
  },
  'rxjs scan and shareReplay': (data) => {
    let n = 0
    clicks.next(data.title)
    counted.subscribe((value) => {
      n = value
    })
    return `${n} clicks`
  },
  'mitt, leftover listeners': (data) => {
    const heard: string[] = []
    bus.on('page', (list) => list.push(data.title))
    bus.emit('page', heard)
    return heard.join(', ')
  },
  'eventemitter3, leftover listeners': (data) => {
    const heard: string[] = []
    emitter.on('page', (list) => list.push(data.title))
    emitter.emit('page', heard)
    return heard.join(', ')
  },
  'xstate actor': (data) => {
    const before = actor.getSnapshot().value
    actor.send({ type: 'add', title: data.title })
    return `${String(before)}: ${actor.getSnapshot().context.titles.join(', ')}`
  },
  'immer drafts': (data) => {
    drafts = produce(drafts, (draft) => {
      draft.titles.push(data.title)
      if (data.note) draft.note = data.note
    })
    return `${drafts.titles.join(', ')}, ${drafts.note ?? 'without a note'}`
  },
  'immer autofreeze turned off': (data) => {
    const made = produce({ list: [] as string[] }, (draft) => {
      draft.list.push(data.title)
    })
    const text = Object.isFrozen(made) ? 'frozen' : 'not frozen'
    setAutoFreeze(false)
    return text
  },
  'tanstack store': (data) => {
    store.setState((now) => ({ title: now.title ?? data.title }))
    return store.state.title ?? 'none'
  },
  'valtio subscription': async () => {
    state.n += 1
    await Promise.resolve()
    return `${state.n}, told ${notified}`
  },
  'zustand vanilla': (data) => {
    vanilla.setState(({ titles }) => ({ titles: [...titles, data.title] }))
    return vanilla.getState().titles.join(', ')
  },
})
