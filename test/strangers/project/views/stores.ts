/** rxjs, mobx, xstate and nanostores, which draw through a subscription. */
import { autorun, makeAutoObservable, reaction, runInAction } from 'mobx'
import { atom, computed, map } from 'nanostores'
import {
  delay,
  filter,
  from,
  interval,
  map as mapped,
  of,
  scan,
  switchMap,
  take,
  timer,
} from 'rxjs'
import { ajax } from 'rxjs/ajax'
import { fromFetch } from 'rxjs/fetch'
import { assign, createActor, createMachine, fromPromise, setup } from 'xstate'
import { cases } from '../cases.ts'

export default cases({
  rxjs(element) {
    const all = from([1, 2, 3, 4])
      .pipe(
        filter((n) => n % 2 === 0),
        scan((sum, n) => sum + n, 0),
      )
      .subscribe((n) => {
        element.innerHTML += `<p>${n}</p>`
      })
    return () => all.unsubscribe()
  },
  'rxjs timers'(element) {
    const all = interval(20)
      .pipe(
        take(3),
        switchMap((n) => of(n).pipe(delay(5))),
      )
      .subscribe((n) => {
        element.innerHTML += `<p>${n}</p>`
      })
    return () => all.unsubscribe()
  },
  'rxjs fetch'(element) {
    const all = fromFetch('/data/people.json', { selector: (answer) => answer.json() }).subscribe(
      (people) => {
        element.textContent = `${people.length} people`
      },
    )
    return () => all.unsubscribe()
  },
  'rxjs ajax'(element) {
    const all = timer(1)
      .pipe(
        switchMap(() => ajax.getJSON<{ name: string }[]>('/data/people.json')),
        mapped((people) => people[0]?.name),
      )
      .subscribe((name) => {
        element.textContent = name ?? ''
      })
    return () => all.unsubscribe()
  },
  mobx(element) {
    class Todos {
      all = ['a']
      constructor() {
        makeAutoObservable(this)
      }
      get count() {
        return this.all.length
      }
    }
    const todos = new Todos()
    const stop = autorun(() => {
      element.textContent = `${todos.count}: ${todos.all.join()}`
    })
    runInAction(() => todos.all.push('b'))
    return stop
  },
  'mobx reaction'(element) {
    const state = makeAutoObservable({ people: [] as { name: string }[], status: 'pending' })
    const stop = reaction(
      () => state.people.length,
      (count) => {
        element.textContent = `${state.status} ${count}`
      },
    )
    fetch('/data/people.json').then(async (answer) => {
      const people = await answer.json()
      runInAction(() => Object.assign(state, { people, status: 'ready' }))
    })
    return stop
  },
  xstate(element) {
    const toggle = createMachine({
      initial: 'off',
      states: {
        off: { on: { flip: 'on' } },
        on: { after: { 50: 'done' } },
        done: { type: 'final' },
      },
    })
    const actor = createActor(toggle)
    actor.subscribe(({ value }) => {
      element.innerHTML += `<p>${value}</p>`
    })
    actor.start()
    actor.send({ type: 'flip' })
    return () => void actor.stop()
  },
  'xstate promise'(element) {
    const machine = setup({
      types: { context: {} as { people: { name: string }[] } },
      actors: {
        load: fromPromise(async () => (await fetch('/data/people.json')).json()),
      },
    }).createMachine({
      context: { people: [] },
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'load',
            onDone: { target: 'ready', actions: assign({ people: ({ event }) => event.output }) },
          },
        },
        ready: {},
      },
    })
    const actor = createActor(machine)
    actor.subscribe(({ value, context }) => {
      element.textContent = `${value}: ${context.people.map(({ name }) => name).join()}`
    })
    actor.start()
    return () => void actor.stop()
  },
  nanostores(element) {
    const user = map({ name: 'Ada', visits: 1 })
    const line = computed(user, ({ name, visits }) => `${name} ${visits}`)
    const stop = line.subscribe((text) => {
      element.textContent = text
    })
    user.setKey('visits', 2)
    return stop
  },
  'nanostores mount'(element) {
    const $clock = atom(0)
    setTimeout(() => $clock.set(1), 30)
    return $clock.subscribe((value) => {
      element.textContent = `clock ${value}`
    })
  },
})
