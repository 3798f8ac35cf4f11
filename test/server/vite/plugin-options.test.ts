/** A mistake in the options of the Vite plugin is named, with its correction. */
import { doesNotThrow, throws } from 'playwright-test/taps'
import { checkOptions } from '../../../server/vite/plugin-options.ts'
import { suite } from '../../run/suite.ts'

const test = suite('options of the plugin')

for (const [problem, options, message] of [
  [
    'a misspelt option',
    { ap: 'src/routes.ts' },
    /"ap" is no option \(did you mean "app"\?\)\. Correct it/,
  ],
  ['no app', {}, /"app" is undefined: name the module.*hashbang\(\{ app: 'src\/routes.ts' \}\)/],
  ['no options, as in plugins: [hashbang],', undefined, /write plugins: \[hashbang\(\{ app: /],
  [
    'a text in the place of a list',
    { app: 'a.ts', allowFetch: 'https://x.org' },
    /hashbang.*Vite configuration: "allowFetch" is "https:.*a list of origins/,
  ],
  ['a path of an origin', { adopt: true, allowFetch: ['https://x.org/api'] }, /a list of origins/],
  ['a misspelt option beside adopt', { adopt: true, alowFetch: [] }, /did you mean "allowFetch"/],
  ['a number as app', { app: 1 }, /"app" is 1: name the module/],
] as const)
  test(`${problem} is refused, with a message that contains the correction`, () =>
    throws(() => checkOptions(options), message))

test('a module, or a record of modules, is an app', () => {
  doesNotThrow(() => checkOptions({ app: 'src/routes.ts' }))
  doesNotThrow(() => checkOptions({ app: { '/': 'a.ts' }, devtools: false, kept: [] }))
})
