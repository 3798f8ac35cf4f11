/**
 * An error that comes of a part of browsers which the window of snapshots lacks names that part; no
 * other error does.
 */
import { equal } from 'playwright-test/taps'
import { missingApi } from '../../../server/diagnostics/explain-missing-api.ts'
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
function found(line: string, message: string, name = 'TypeError'): string | undefined {
  const place = { text: `\n${line.replace('^', '')}\n`, line: 2, column: line.indexOf('^') + 1 }
  return missingApi({ name, message }, place, made)
}

/** Kinds of messages, each of the member or expression that is wrong. */
const MESSAGES: Readonly<Record<string, (of: string) => string>> = {
  reading: (of) => `Cannot read properties of undefined (reading '${of}')`,
  setting: (of) => `Cannot set properties of undefined (setting '${of}')`,
  function: (of) => `${of} is not a function`,
  new: (of) => `${of} is not a constructor`,
}
const messageOf = (text: string) => {
  const [kind = '', ...of] = text.split(' ')
  return MESSAGES[kind]?.(of.join(' ')) ?? ''
}

for (const [name, line, message] of rows`
  navigator.storage    | navigator.storage.^persist()     | reading persist
  navigator.storage    | window.navigator?.storage.^persist() | reading persist
  navigator.storage    | navigator.storage.^quota = 1     | setting quota
  caches               | window.caches.^open("a")         | reading open
  navigator.getBattery | navigator.^getBattery()          | function navigator.getBattery
  Notification         | ^new window.Notification()       | new window.Notification
  CSS.highlights       | CSS.highlights.^set(1)           | reading set
`)
  test(`${line} needs ${name}`, () => equal(found(line, messageOf(message)), name))

test('a name that is not defined is a global of Chromium', () => {
  const thrown = (name: string, kind = 'ReferenceError') =>
    found(`^${name}.x`, `${name} is not defined`, kind)
  equal(thrown('Notification'), 'Notification')
  equal(thrown('Notifications'), undefined)
  // An error of another class is the page's own.
  equal(thrown('Notification', 'Error'), undefined)
})

for (const [line, message] of rows`
  state.storage.^persist()              | reading persist
  caches.^open()                        | reading open
  undefined.^foo                        | reading foo
  navigator.stroage.^persist()          | reading persist
  window.app.^start()                   | reading start
  navigator.userAgent.^brands.length    | reading length
  items.^map(f)                         | function items.map
  document.body.^nothing()              | function document.body.nothing
  all().navigator.storage.^persist()    | reading persist
`)
  test(`${line} is the page's own`, () => equal(found(line, messageOf(message)), undefined))
