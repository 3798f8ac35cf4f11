/** An error that comes of a part of browsers which the window of snapshots lacks names that part; no other error does. */
import { equal } from 'playwright-test/taps'
import { missingApi } from '../../../server/diagnostics/missing-api.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('missing-api')

class Navigator {
  readonly userAgent = 'x'
}
const made: Record<string, unknown> = {
  ...{ navigator: new Navigator(), screen: new (class Screen {})(), Navigator },
  ...{ document: Object.assign(new (class HTMLDocument {})(), { body: {} }) },
  CSS: { supports: () => true },
}
made.window = made

/** The error of one line of a script, at the text after `^`, in a script of several lines. */
function found(line: string, message: string, name = 'TypeError', before = ''): string | undefined {
  const lines = line.slice(0, line.indexOf('^')).split('\n')
  const text = `${before}\n${line.replace('^', '')}\n`
  const place = { text, line: 1 + lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  return missingApi({ name, message }, place, made)
}

/** Kinds of messages, each of the member or expression that is wrong. */
const MESSAGES: Readonly<Record<string, (of: string) => string>> = {
  reading: (of) => `Cannot read properties of undefined (reading '${of}')`,
  setting: (of) => `Cannot set properties of undefined (setting '${of}')`,
  function: (of) => `${of} is not a function`,
  new: (of) => `${of} is not a constructor`,
  text: (of) => of,
}
const messageOf = (text: string) => {
  const [kind = '', ...of] = text.split(' ')
  return MESSAGES[kind]?.(of.join(' ')) ?? ''
}

for (const [name, line, message, before] of rows`
  navigator.storage    | navigator.storage.^persist()              | reading persist
  navigator.storage    | window . navigator?.storage.^persist()    | reading persist
  navigator.storage    | navigator.storage[^'persist']()           | reading persist
  navigator.storage    | navigator\n  .storage\n  .^persist()      | reading persist
  navigator.storage    | navigator.storage.quota ^= 1              | setting quota
  caches               | window.caches.^open("a")                  | reading open
  navigator.getBattery | navigator.^getBattery()                   | function navigator.getBattery
  Notification         | ^new window.Notification()                | new window.Notification
  Notification         | class A extends window.^Notification {}
    | text Class extends value undefined is not a constructor or null
  Notification         | x ^instanceof window.Notification
    | text Right-hand side of 'instanceof' is not callable
  CSS.highlights       | CSS.highlights.^set(1)                    | reading set
  navigator.storage    | ^const { a } = navigator.storage
    | text Cannot destructure property 'a' of 'navigator.storage' as it is undefined.
  navigator.storage    | n.storage.^persist() | reading persist | const n = window.navigator
  navigator.storage    | s.^persist() | reading persist | const { storage: s, x = 1 } = navigator
  HTMLVideoElement.prototype.requestVideoFrameCallback
    | video.^requestVideoFrameCallback(f) | function video.requestVideoFrameCallback
  Element.prototype.computedStyleMap
    | all()[0].^computedStyleMap() | function (intermediate value)[0].computedStyleMap
`)
  test(`${before} ${line} asks for ${name}`, () =>
    equal(found(line, messageOf(message), 'TypeError', before), name))

test('a name that is not defined is a global of Chromium', () => {
  const thrown = (name: string, kind = 'ReferenceError') =>
    found(`^${name}.x`, `${name} is not defined`, kind)
  equal(thrown('Notification'), 'Notification')
  equal(thrown('Notifications'), undefined)
  // An error of another class is the page's own.
  equal(thrown('Notification', 'Error'), undefined)
})

for (const [line, message, before] of rows`
  state.storage.^persist()              | reading persist | const state = {}
  ^caches.open()                        | reading open    | let caches
  undefined.^foo                        | reading foo
  user.name.^first                      | reading first
  navigator.stroage.^persist()          | reading persist
  window.app.^start()                   | reading start
  navigator.userAgent.^brands.length    | reading length
  items.^map(f)                         | function items.map
  document.body.^nothing()              | function document.body.nothing
  mine.^computedStyleMap() | function mine.computedStyleMap | const mine = { computedStyleMap: undefined }
  mine.^computedStyleMap() | function mine.computedStyleMap | mine.computedStyleMap = null
  data.keyboard.^lock()                 | reading lock
  all().navigator.storage.^persist()    | reading persist
  all()\n.screen.storage.^persist()     | reading persist
  navigator.storage.persist(); a.^persist() | reading persist
`)
  test(`${before} ${line} is the page's own`, () =>
    equal(found(line, messageOf(message), 'TypeError', before), undefined))
