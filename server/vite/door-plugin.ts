// Plugins that give modules of the client another export of the package in the place of one, by a look at how they use it. In: a name, the
// file that has the other export, what changes the code of a module. Out: the plugin. A module that is left alone keeps the whole export.

import { dirname, join } from 'node:path/posix'
import type { Plugin } from 'vite'
import { DOOR, type Node } from './syntax-tree.ts'

/** @returns The code of a module with the import from `file`; undefined: it stays as it is. */
export type ChangeModule = (code: string, tree: Node, file: string) => string | undefined

/** Makes one. @param other A file beside the door's. */
export function doorPlugin(name: string, other: string, change: ChangeModule): Plugin {
  return {
    name: `hashbang-router:${name}`,
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      // Last, when whatever the module was written in has become JavaScript.
      order: 'post',
      filter: { code: DOOR },
      async handler(code, id) {
        const door = await this.resolve(DOOR, id)
        if (door?.external !== false) return
        // Of the copy of the package that the app has.
        const file = join(dirname(door.id), other)
        const changed = change(code, this.parse(code) as unknown as Node, file)
        return changed === undefined ? undefined : { code: changed, map: null }
      },
    },
  }
}
