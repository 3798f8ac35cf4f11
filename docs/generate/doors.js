// A plugin of TypeDoc. In: its model of the doors. Out: each module named by its door, as
// package.json's `exports` has it; and no member of a class that it only takes over from its base.
import { readFileSync } from 'node:fs'
import { Converter, ReflectionKind } from 'typedoc'

const { name, exports } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** TypeDoc names a module by its file, and one whose file is `index` by its folder. */
const doors = new Map(
  Object.entries(exports).flatMap(([path, { types }]) => {
    const file = types?.replace(/^\.\/dist\/|(?:\/index)?\.d\.ts$/g, '')
    return file === undefined ? [] : [[file, path === '.' ? name : path.slice(2)]]
  }),
)

export function load({ converter }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const door = doors.get(module.name)
      if (door === undefined) throw new Error(`No door of package.json is ${module.name}`)
      module.name = door
    }
    for (const member of project.getReflectionsByKind(ReflectionKind.ClassMember)) {
      if (member.overwrites || member.flags.isInherited) project.removeReflection(member)
    }
  })
}
