// A plugin of TypeDoc. Names each module as `exports` of package.json does, and leaves out members
// that a class inherits.
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
    // TypeDoc's own name for a destructured parameter that no docstring names.
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name === '__namedParameters') parameter.name = 'args'
    for (const member of project.getReflectionsByKind(ReflectionKind.ClassMember)) {
      if (member.overwrites || member.flags.isInherited) project.removeReflection(member)
    }
  })
}
