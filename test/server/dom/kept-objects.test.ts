/** What pages write on objects of kept modules ends with the page; what the modules themselves write stays. */
import { expect } from '@playwright/test'
import { keptObjects } from '../../../server/dom/isolation/kept-objects.ts'
import { suite } from '../../run/suite.ts'

const test = suite('kept objects')

function share() {
  const notes: string[] = []
  const kept = keptObjects((what) => notes.push(what))
  class Hidden {
    declare added?: string
  }
  const options: { first?: string; second?: string; old?: string } = { old: 'kept' }
  kept.add({ options }, [Hidden])
  return { kept, notes, options, Hidden }
}

test('a page finds exported objects, and the prototypes of classes that are not exported, as they were', () => {
  const { kept, notes, options, Hidden } = share()
  expect(kept.isSame()).toBe(true)
  options.first = 'of a page'
  Hidden.prototype.added = 'of a page'
  const changed = ['.options.first', 'Hidden.prototype.added']
  expect(kept.takeBack()).toEqual({ stays: [], changed })
  expect([options, Hidden.prototype.added]).toEqual([{ old: 'kept' }, undefined])
  expect(kept.takeBack().changed).toEqual([])
  expect(notes).toEqual([])
})

test('a module that is evaluated while a page is there keeps its changes, and the page does not', () => {
  const { kept, notes, options, Hidden } = share()
  options.first = 'of a page'
  kept.evaluate(() => {
    options.second = 'of a module'
    delete options.old
    Hidden.prototype.added = 'of a module'
  })
  kept.takeBack()
  expect([options, Hidden.prototype.added]).toEqual([{ second: 'of a module' }, 'of a module'])
  expect(notes).toEqual([])
  options.second = 'of a page'
  kept.takeBack()
  expect(options).toEqual({ second: 'of a module' })
})

test('a module that exports the global object hands over none of the globals', () => {
  const { kept } = share()
  kept.add({ global: globalThis }, [])
  try {
    Object.assign(globalThis, { madeByTest: 1 })
    expect(kept.isSame()).toBe(true)
  } finally {
    Reflect.deleteProperty(globalThis, 'madeByTest')
  }
})

test('a module that changes what a page has changed cannot be kept', () => {
  const { kept, notes, options } = share()
  options.old = 'of a page'
  kept.evaluate(() => {
    options.old = `${options.old}, and a module`
  })
  expect(notes).toEqual(['options.old, which a module that pages share changed after the page'])
})

test('the prototype of a class of event targets is taken back, a target itself is the document’s', () => {
  class Store extends EventTarget {
    static shown = 'before'
    read(): string {
      return 'before'
    }
  }
  const target: EventTarget & { of?: string } = new EventTarget()
  const kept = keptObjects(() => {})
  kept.add({ Store, target }, [])

  Store.shown = 'after'
  Store.prototype.read = () => 'after'
  target.of = 'a page'
  expect(kept.isSame()).toBe(false)
  expect(kept.takeBack()).toEqual({ stays: [], changed: ['.Store.shown', '.Store.prototype.read'] })
  expect([Store.shown, new Store().read(), target.of]).toEqual(['before', 'before', 'a page'])
})
