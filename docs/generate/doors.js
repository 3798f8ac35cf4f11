// A plugin of TypeDoc. Names each module as `exports` of package.json does, adds a line about its
// purpose, and leaves out members that a class inherits.
import { readFileSync } from 'node:fs'
import { Comment, Converter, ReflectionKind } from 'typedoc'

const { name, exports } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

const PURPOSES = {
  'hashbang-router': 'Route tables, outcomes, codecs and views, for the browser and the server.',
  browser: 'Starts the router in a page: links, navigation, preloading.',
  server: 'Serves your app and its snapshots, in your own Node server too.',
  vite: 'The plugin for `vite.config.ts`.',
  devtools: 'A drawer in development with the page and its snapshot.',
  legacy: 'Reads URLs of other routers, and sends states to an old app.',
  angular: 'Shows Angular components as views.',
  angularjs: 'Shows AngularJS components as views.',
  preact: 'Shows Preact components as views.',
  react: 'Shows React components as views.',
  solid: 'Shows Solid components as views.',
  svelte: 'Shows Svelte components as views.',
  vue: 'Shows Vue components as views.',
}

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
      const purpose = PURPOSES[door]
      if (purpose === undefined) throw new Error(`PURPOSES of doors.js lacks ${door}`)
      module.name = door
      module.comment = new Comment([{ kind: 'text', text: purpose }])
    }
    // TypeDoc's own name for a destructured parameter that no docstring names.
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name === '__namedParameters') parameter.name = 'args'
    for (const member of project.getReflectionsByKind(ReflectionKind.ClassMember)) {
      if (member.overwrites || member.flags.isInherited) project.removeReflection(member)
    }
  })
}
