/** An error that comes of a part of browsers which the window of snapshots lacks names that part; no other error does. */
import { equal } from 'playwright-test/taps'
import { missingApi } from '../../../server/diagnostics/missing-api.ts'
import { suite } from '../../run/suite.ts'

const test = suite('missing-api')

class Navigator {
  readonly userAgent = 'x'
}
class Screen {
  readonly width = 1
}
class HTMLDocument {
  readonly body = {}
}
const made: Record<string, unknown> = {
  ...{ navigator: new Navigator(), screen: new Screen(), document: new HTMLDocument() },
  ...{ Navigator, CSS: { supports: () => true } },
}
made.window = made

/** The error of one line of a script, at the text after `^`, in a script of several lines. */
function found(line: string, message: string, name = 'TypeError', before = ''): string | undefined {
  const lines = line.slice(0, line.indexOf('^')).split('\n')
  const text = `${before}\n${line.replace('^', '')}\n`
  const place = { text, line: 1 + lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  return missingApi({ name, message }, place, made)
}

const read = (member: string) => `Cannot read properties of undefined (reading '${member}')`

for (const [line, message, name, before] of [
  ['navigator.storage.^persist()', read('persist'), 'navigator.storage'],
  ['window . navigator?.storage.^persist()', read('persist'), 'navigator.storage'],
  ["navigator.storage[^'persist']()", read('persist'), 'navigator.storage'],
  ['navigator\n  .storage\n  .^persist()', read('persist'), 'navigator.storage'],
  [
    'navigator.storage.quota ^= 1',
    "Cannot set properties of undefined (setting 'quota')",
    'navigator.storage',
  ],
  ['window.caches.^open("a")', read('open'), 'caches'],
  ['navigator.^getBattery()', 'navigator.getBattery is not a function', 'navigator.getBattery'],
  ['^new window.Notification()', 'window.Notification is not a constructor', 'Notification'],
  [
    'class A extends window.^Notification {}',
    'Class extends value undefined is not a constructor or null',
    'Notification',
  ],
  [
    'x ^instanceof window.Notification',
    "Right-hand side of 'instanceof' is not callable",
    'Notification',
  ],
  ['CSS.highlights.^set(1)', read('set'), 'CSS.highlights'],
  [
    '^const { a } = navigator.storage',
    "Cannot destructure property 'a' of 'navigator.storage' as it is undefined.",
    'navigator.storage',
  ],
  ['n.storage.^persist()', read('persist'), 'navigator.storage', 'const n = window.navigator'],
  ['s.^persist()', read('persist'), 'navigator.storage', 'const { storage: s, x = 1 } = navigator'],
  [
    'video.^requestVideoFrameCallback(f)',
    'video.requestVideoFrameCallback is not a function',
    'HTMLVideoElement.prototype.requestVideoFrameCallback',
  ],
  [
    'all()[0].^computedStyleMap()',
    '(intermediate value)[0].computedStyleMap is not a function',
    'Element.prototype.computedStyleMap',
  ],
] as const)
  test(`${before ?? ''} ${line} asks for ${name}`, () =>
    equal(found(line, message, 'TypeError', before), name))

test('a name that is not defined is a global of Chromium', () => {
  equal(found('^Notification.x', 'Notification is not defined', 'ReferenceError'), 'Notification')
  equal(found('^Notifications.x', 'Notifications is not defined', 'ReferenceError'), undefined)
})

for (const [line, message, before] of [
  ['state.storage.^persist()', read('persist'), 'const state = {}'],
  ['^caches.open()', read('open'), 'let caches'],
  ['undefined.^foo', read('foo')],
  ['user.name.^first', read('first')],
  ['navigator.stroage.^persist()', read('persist')],
  ['window.app.^start()', read('start')],
  ['navigator.userAgent.^brands.length', read('length')],
  ['items.^map(f)', 'items.map is not a function'],
  ['document.body.^nothing()', 'document.body.nothing is not a function'],
  [
    'mine.^computedStyleMap()',
    'mine.computedStyleMap is not a function',
    'const mine = { computedStyleMap: undefined }',
  ],
  [
    'mine.^computedStyleMap()',
    'mine.computedStyleMap is not a function',
    'mine.computedStyleMap = null',
  ],
  ['data.keyboard.^lock()', read('lock')],
  ['all().navigator.storage.^persist()', read('persist')],
  ['all()\n.screen.storage.^persist()', read('persist')],
  ['navigator.storage.persist(); a.^persist()', read('persist')],
] as const)
  test(`${before ?? ''} ${line} is the page's own`, () =>
    equal(found(line, message, 'TypeError', before), undefined))

test("an error of another class is the page's own", () =>
  equal(found('^Notification', 'Notification is not defined', 'Error'), undefined))
