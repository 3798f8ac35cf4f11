// Makes the plugins of a project compile for the snapshot workers what they compile for a browser. In: the plugins of the
// user's configuration. Out: nothing; their hooks are wrapped once, and see a client wherever the environment is ours.
// Plugins for Vue, Svelte and others ask whether code is for a client or a server, and write another program for each. Vite's
// own plugins keep seeing a server, which resolves and externalises as a thread of Node needs it.

import type { Plugin, PluginOption } from 'vite'

type Hook = (this: object, ...args: unknown[]) => unknown
type HookObject = { handler: Hook }

/** The hooks that read or write code, and how many arguments stand before their options. */
const HOOKS: readonly (readonly [name: 'resolveId' | 'load' | 'transform', before: number])[] = [
  ['resolveId', 2],
  ['load', 1],
  ['transform', 2],
]

const wrapped = new WeakSet<object>()

/** Lists the plugins that a configuration names, without those that are switched off. */
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

/** Wraps the hooks of the plugins for the environment of this name. A plugin that is wrapped already is left as it is. */
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

/** The object with one property changed. Methods run on the object itself, as classes with private fields demand. */
function overlay(target: object, name: string, change: (own: object) => unknown): object {
  return new Proxy(target, {
    get(_, key) {
      const own: unknown = Reflect.get(target, key, target)
      if (key === name) return change(own as object)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
