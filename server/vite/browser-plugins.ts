// Makes the project's plugins compile for snapshot workers as for a browser. Vite's own plugins
// still see a server.

import type { Plugin, PluginOption } from 'vite'

type Hook = (this: object, ...args: unknown[]) => unknown
type HookObject = { handler: Hook }

/** Hooks that read or write code, with the number of arguments before their options. */
const HOOKS: readonly (readonly [name: 'resolveId' | 'load' | 'transform', before: number])[] = [
  ['resolveId', 2],
  ['load', 1],
  ['transform', 2],
]

const wrapped = new WeakSet<object>()

export async function listPlugins(options: readonly PluginOption[]): Promise<Plugin[]> {
  const lists = await Promise.all(
    options.map(async (option): Promise<Plugin[]> => {
      const plugin = await option
      if (!plugin) return []
      return Array.isArray(plugin) ? listPlugins(plugin) : [plugin as Plugin]
    }),
  )
  return lists.flat()
}

/** Wraps the plugins' hooks for the named environment, once. */
export function showClient(plugins: readonly Plugin[], environment: string): void {
  for (const plugin of plugins) {
    if (wrapped.has(plugin)) continue
    wrapped.add(plugin)
    const hooks = plugin as unknown as Record<string, Hook | HookObject | undefined>
    for (const [name, before] of HOOKS) {
      const hook = hooks[name]
      if (typeof hook === 'function') hooks[name] = asClient(hook, before, environment)
      else if (hook) hook.handler = asClient(hook.handler, before, environment)
    }
  }
}

function asClient(hook: Hook, before: number, name: string): Hook {
  return function (...args) {
    const { environment } = this as { environment?: { name: string } }
    if (environment?.name !== name) return hook.apply(this, args)
    const options = { ...(args[before] as object | undefined), ssr: false }
    return hook.apply(clientContext(this), [...args.slice(0, before), options])
  }
}

const clientContext = (context: object): object =>
  overlay(context, 'environment', (environment) =>
    overlay(environment, 'config', (config) => overlay(config, 'consumer', () => 'client')),
  )

/** Overrides one property. Private fields require methods to run on the original object. */
function overlay(target: object, name: string, change: (own: object) => unknown): object {
  return new Proxy(target, {
    get(_, key) {
      const own: unknown = Reflect.get(target, key, target)
      if (key === name) return change(own as object)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
