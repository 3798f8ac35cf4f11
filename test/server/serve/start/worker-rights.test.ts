/** A worker may read the project that an app is part of, wherever its packages lie, and no more. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect } from '@playwright/test'
import {
  projectsOf,
  unsetVariables,
  variablesOf,
} from '../../../../server/serve/start/worker-rights.ts'
import { setVariable } from '../../../environment.ts'
import { temporaryFolder } from '../../../memory-folder.ts'
import { write } from '../../../project.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('worker-rights')

const APP = 'dist/worker/app.js'

/** A folder with files and links, each from a path to another. */
function layout(files: readonly string[], links: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(temporaryFolder('rights'))
  write(root, Object.fromEntries(files.map((file) => [file, ''])))
  for (const [from, to] of Object.entries(links)) {
    mkdirSync(dirname(join(root, from)), { recursive: true })
    symlinkSync(join(root, to), join(root, from))
  }
  return root
}

const readable = (root: string, app: string) =>
  projectsOf([join(root, app)]).map((folder) => folder.slice(root.length).replaceAll(sep, '/'))

// The text that is read | files | links; the path of the app goes through a link to its release |
// the folders.
for (const [project, files, links, folders] of rows`
  a project with its own packages | a/package.json a/APP b/package.json | {} | /a/
  a monorepo whose packages are hoisted
    | repo/node_modules/x/x.js repo/apps/web/package.json repo/apps/web/APP | {} | /repo/
  a store of packages elsewhere, as links lead to it
    | a/package.json a/APP store/package.json store/x/package.json
    | {"a/node_modules/x": "store/x", "a/node_modules/@y/z": "store/x"} | /a/ /store/
  packages that are one link
    | a/package.json a/APP c/node_modules/x/x.js | {"a/node_modules": "c/node_modules"} | /a/ /c/
  a release that is reached by a link, under both names
    | releases/1/package.json releases/1/APP | {"current": "releases/1"} | /releases/1/ /current/
  the folder of an app that belongs to no project | a/APP | {} | /a/dist/worker/
`)
  test(`reads ${project}`, () => {
    const paths = files.replace('APP', APP).split(' ')
    const app = paths.find((path) => path.endsWith(APP)) ?? ''
    const root = layout(paths, JSON.parse(links))
    const requested = links.includes('current') ? app.replace('releases/1', 'current') : app
    expect(readable(root, requested)).toEqual(folders.split(' '))
  })

test('reads the home folder only if no folder below it is a project', () => {
  const root = layout(['package.json', 'a/package.json', `a/${APP}`, `b/${APP}`])
  const restore = setVariable('HOME', root)
  try {
    expect([readable(root, `a/${APP}`), readable(root, `b/${APP}`)]).toEqual([['/a/'], ['/']])
  } finally {
    restore()
  }
})

test('a worker has the variables that Node needs and those that are named, if they are set', () => {
  const undo = [setVariable('NAMED_HERE', '1'), setVariable('SECRET_HERE', '2')]
  const variables = variablesOf(['NAMED_HERE', 'UNSET_HERE'])
  for (const one of undo) one()
  expect(variables).toMatchObject({ NAMED_HERE: '1', PATH: process.env.PATH })
  expect(Object.keys(variables)).not.toContain('UNSET_HERE')
  expect(Object.keys(variables)).not.toContain('SECRET_HERE')
})

test('a variable that is not set is a warning, unless its name ends with "?"', () => {
  const undo = setVariable('NAMED_HERE', '1')
  const warning = unsetVariables(['NAMED_HERE', 'UNSET_HERE', 'CACHE_HERE?'])
  const variables = variablesOf(['NAMED_HERE?', 'CACHE_HERE?'])
  undo()
  expect(warning).toMatch(/^"workerEnv" names UNSET_HERE, .* write "UNSET_HERE\?" if /)
  expect(unsetVariables(['CACHE_HERE?'])).toBe(undefined)
  expect(variables).toMatchObject({ NAMED_HERE: '1' })
  expect(Object.keys(variables).filter((name) => name.startsWith('CACHE_HERE'))).toEqual([])
})
