// Reads the documents of the repository: each file is a page of the site, and each error too.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')
const HIDDEN = /^docs\/(?:site|generate|bench|happy-dom)\//
const ERRORS = 'docs/errors.md'
const REFERENCE = /^docs\/reference\/([\w-]+)\.md$/
/** Search engines cut longer ones. */
const DESCRIPTION_LENGTH = 160

/** A document of the repository. */
export interface Source {
  /** Its own path, by which other documents link to it. */
  readonly path: string
  /** The file that has its text. Its links are relative to this file. */
  readonly file: string
  readonly state: string
  readonly title: string
  readonly description: string
  readonly markdown: string
}

/** The state of a document's file; the README of a folder is the folder. */
const stateOfFile = (path: string): string =>
  path === 'README.md'
    ? ''
    : path === 'docs/README.md'
      ? '/documents'
      : `/${path.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')}`

/** Reads every document of the site. */
export function readSources(): readonly Source[] {
  const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join('docs', name))
    .filter((path) => !HIDDEN.test(path))
    .sort()
  return ['README.md', ...files].flatMap((path) => {
    const markdown = readFileSync(join(ROOT, path), 'utf8')
    return path === ERRORS ? onePageEach(markdown) : [sourceOf(path, path, markdown)]
  })
}

function sourceOf(path: string, file: string, markdown: string): Source {
  const heading = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? path
  const [, door] = REFERENCE.exec(path) ?? []
  const [, first = ''] = /^# .+\n+((?![#<|`-])[\s\S]+?)\n\n/m.exec(markdown) ?? []
  const text = first.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1').replace(/\s+/g, ' ')
  return {
    ...{ path, file, markdown },
    state: stateOfFile(path),
    title: door === undefined ? heading : `Reference of ${door}`,
    description: shortened(text || `${heading}: the functions, classes and types that you import.`),
  }
}

/** The first sentences, or the first words of a long sentence. */
function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text
  const most = text.slice(0, DESCRIPTION_LENGTH)
  return /^.*[.?!](?= )/.exec(most)?.[0] ?? `${most.replace(/\s+\S*$/, '')} …`
}

/** The errors: a page for each code, and the list of them. */
function onePageEach(markdown: string): readonly Source[] {
  const [intro = '', ...sections] = markdown.split(/^## (?=HB\d{3}: )/m)
  const pages = sections.map((section) =>
    sourceOf(
      `docs/errors/${section.slice(0, 5)}.md`,
      ERRORS,
      `# ${section.replace('**Problem.** ', '')}`,
    ),
  )
  const list = pages.map(({ path, title }) => `- [${title}](${path.slice('docs/'.length)})`)
  return [sourceOf(ERRORS, ERRORS, `${intro}${list.join('\n')}\n`), ...pages]
}
