/**
 * Every kind of view, with the text that a page of it must show. It follows from the page's data
 * alone: a view that has shown no other page has nothing to remember.
 */
import type { Data } from './data.ts'
import { FRAMEWORK_KINDS } from './expected/frameworks.ts'
import { LIBRARY_KINDS } from './expected/libraries.ts'
import { HEADS, LOADERS, NOTES } from './expected/notes.ts'
import { type Expected, title } from './expected/text.ts'

export interface Kind {
  /** Its name, as the page's data has it. */
  readonly kind: string
  /** The name of its route, and the first segment of its states. */
  readonly route: string
  /** The module of its view below `views`, without an ending. */
  readonly view: string
  /** The part of an app that keeps something. */
  readonly keeps: string
  /** The expected body of a page. */
  text(data: Data): string
  /** The expected title. */
  title(data: Data): string
}

export const FRAMEWORKS = [
  'html',
  'dom',
  'react',
  'preact',
  'vue',
  'svelte',
  'solid',
  'lit',
  'angular',
  'angularjs',
] as const

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const writer = (expected: Expected) => (typeof expected === 'string' ? () => expected : expected)

function kindOf(view: string, keeps: string, kind: string, expected: Expected): Kind {
  const route = `${slug(view.split('/')[0] ?? '')}-${slug(kind)}`
  return { kind, route, view, keeps, text: writer(expected), title }
}

/** The kinds that any framework can show, each by the frameworks that `of` chooses for it. */
const noted = (of: (at: number) => readonly string[]): Kind[] =>
  Object.entries(NOTES)
    .flatMap(([keeps, kinds]) => Object.entries(kinds).map((kind) => [keeps, ...kind] as const))
    .flatMap(([keeps, kind, text], at) =>
      of(at).map((framework) => kindOf(`${framework}/note`, keeps, kind, text)),
    )

const ofViews = (
  keeps: string,
  views: Readonly<Record<string, Readonly<Record<string, Expected>>>>,
): Kind[] =>
  Object.entries(views).flatMap(([view, kinds]) =>
    Object.entries(kinds).map(([kind, text]) => kindOf(view, keeps, kind, text)),
  )

const loaded = Object.entries(LOADERS).map(([kind, text]): Kind => {
  const made = kindOf('html/plain', 'loader', kind, text)
  return { ...made, title: made.text }
})
const headed = Object.entries(HEADS).map(
  ([kind, text]): Kind => ({
    ...kindOf('html/plain', 'head', kind, title),
    title: writer(text),
  }),
)

const others = [
  ...loaded,
  ...headed,
  ...ofViews('framework', FRAMEWORK_KINDS),
  ...ofViews('library', LIBRARY_KINDS),
]

/** Every kind in one framework. */
export const KINDS: readonly Kind[] = [
  ...noted((at) => [FRAMEWORKS[at % FRAMEWORKS.length] as string]),
  ...others,
]
/** Every kind in every framework that can show it: the routes of the app. */
export const CROSSED: readonly Kind[] = [...noted(() => FRAMEWORKS), ...others]
