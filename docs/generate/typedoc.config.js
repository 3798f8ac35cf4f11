// How `npm run docs` writes docs/reference: one Markdown file for each door of package.json, from
// the docstrings in the types that the build has written. HASHBANG_REFERENCE names another folder
// to write to.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

export default {
  plugin: ['typedoc-plugin-markdown', './doors.js'],
  entryPoints: Object.values(exports).flatMap(({ types }) => (types ? [join(ROOT, types)] : [])),
  out: process.env.HASHBANG_REFERENCE ?? '../reference',
  tsconfig: './tsconfig.json',
  // Nothing in it depends on the machine, nor on which commit is checked out.
  disableSources: true,
  disableGit: true,
  readme: 'none',
  name: 'Reference',
  outputFileStrategy: 'modules',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  indexFormat: 'table',
  typeDeclarationFormat: 'table',
  excludePrivate: true,
  excludeExternals: true,
  sort: ['source-order'],
  validation: { notExported: false, invalidLink: true, notDocumented: false },
}
