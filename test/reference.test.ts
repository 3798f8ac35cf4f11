/**
 * docs/reference has each name that a door exports, and none beside them, with the words of its docstring and those of its
 * members. Read from the sources, in a moment; reference.spec.ts has TypeDoc write the whole of it anew.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { suite } from './run/suite.ts'

const test = suite('reference')

/** What TypeDoc leaves out of types: a member that is a phantom, and one that has its words from the type it extends. */
const LEFT_OUT = [
  'Route: Never there at run time',
  'ReadableScheme: Reads the pretty URLs of the same app as well null for all others',
]

interface Exported {
  readonly name: string
  /** Where it is declared. */
  readonly file: string
}

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Readonly<Record<string, { types?: string }>>
}
const DOORS = Object.entries(exports).flatMap(([door, { types }]) =>
  types === undefined
    ? []
    : [
        {
          reference: `docs/reference/${door === '.' ? 'hashbang-router' : door.slice(2)}.md`,
          source: types.replace('./dist/', '').replace('.d.ts', '.ts'),
        },
      ],
)

/** What a module exports, with what it passes on from others. */
function exportedBy(file: string): Exported[] {
  const text = readFileSync(file, 'utf8')
  const passed = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .flatMap((name) => declared(name, join(dirname(file), from))),
  )
  const own = [
    ...text.matchAll(
      /^export (?:abstract |async )?(?:function|const|class|interface|type) (\w+)/gm,
    ),
  ].map(([, name = '']) => ({ name, file }))
  return [...passed, ...own]
}

/** Where a name of a module is declared: there, or in one that it passes on. */
function declared(name: string, file: string): Exported[] {
  const found = exportedBy(file).filter((one) => one.name === name)
  return found.length > 0 ? found.slice(0, 1) : [{ name, file }]
}

/** The docstring of a declaration and those of its members, without tags. */
function docstrings({ name, file }: Exported): string[] {
  const text = readFileSync(file, 'utf8')
  const at = text.search(
    new RegExp(
      `^export (?:abstract |async )?(?:function|const|class|interface|type) ${name}\\b`,
      'm',
    ),
  )
  if (at < 0) return []
  const before = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, at))?.[0] ?? ''
  const body = text.slice(at, text.indexOf('\n}', at))
  const members = /^export (?:abstract )?(?:class|interface)/.test(body) ? body : ''
  return [
    ...`${before}${members}`.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(?!\s*(?:private |(?:get |set )?#))/g,
    ),
  ]
    .map(([, doc = '']) => doc.replace(/^ *\* ?/gm, '').replace(/(?:^|\s)@\w[\s\S]*/, ''))
    .flatMap((doc) => doc.replace(/```[\s\S]*?```/g, '').split(/\n\s*\n/))
    .map(words)
    .filter((paragraph) => paragraph !== '')
}

/** Text without what Markdown, tables and links add to it. */
const words = (text: string): string =>
  text
    .replace(/\{@link (\w+)[^}]*\}/g, '$1')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<br \/>/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

for (const { reference, source } of DOORS) {
  test(`${reference} has what ${source} exports, as its docstrings say: else run \`npm run docs\``, () => {
    const markdown = readFileSync(reference, 'utf8')
    const told = [...markdown.matchAll(/^### ([\w\\]+)/gm)].map(([, name = '']) =>
      name.replaceAll('\\', ''),
    )
    const all = exportedBy(source)
    expect([...new Set(told)].sort()).toEqual([...new Set(all.map(({ name }) => name))].sort())
    const said = words(markdown)
    const unsaid = all.flatMap((one) =>
      docstrings(one)
        .filter((paragraph) => !said.includes(paragraph))
        .map((paragraph) => `${one.name}: ${paragraph}`),
    )
    expect(unsaid.filter((text) => !LEFT_OUT.includes(text))).toEqual([])
  })
}

test('docstrings are found', () => {
  const all = DOORS.flatMap(({ source }) => exportedBy(source)).flatMap(docstrings)
  expect(all.length).toBeGreaterThan(200)
})
