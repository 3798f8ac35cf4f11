// Lit's development build greets in the console. Who writes no Lit need not hear it of the one element that is ours. In: the
// root of a project. Out: whether it brings Lit itself; and where browsers find the production build of the base of ours.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Whether the project, or what it uses, has Lit installed. */
export function bringsLit(root: string): boolean {
  const file = join(root, 'package.json')
  if (existsSync(file) && readFileSync(file, 'utf8').includes('"@lit/reactive-element"'))
    return true
  try {
    createRequire(file).resolve('lit/package.json')
    return true
  } catch {
    return false
  }
}

/** What Vite is to take for `@lit/reactive-element` in a browser. */
export function productionElement(): { readonly find: RegExp; readonly replacement: string } {
  const folder = dirname(createRequire(import.meta.url).resolve('@lit/reactive-element'))
  const root = folder.slice(0, folder.lastIndexOf('reactive-element') + 'reactive-element'.length)
  return { find: /^@lit\/reactive-element$/, replacement: join(root, 'reactive-element.js') }
}
