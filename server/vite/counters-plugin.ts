/**
 * Lets the counters of kept packages, such as React's for `useId`, begin anew with each page. In: their modules, on the way into the
 * workers' build. Out: the same code with a line at its end.
 */
import type { Plugin } from 'vite'
import { withCounters } from '../modules/counters.ts'
import type { KeptRule } from '../modules/kept.ts'

type Program = Parameters<typeof withCounters>[1]

/** Creates the plugin. @param environment The name of the workers' environment. */
export const countersPlugin = (environment: string, kept: KeptRule): Plugin => ({
  name: 'hashbang-router:counters',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === environment,
  transform: {
    filter: { id: /node_modules/ },
    handler(code, id) {
      const variables = kept.variables(id)
      if (!variables) return
      const changed = withCounters(code, this.parse(code) as unknown as Program, variables)
      // The lines above have not moved.
      return changed === code ? undefined : { code: changed, map: null }
    },
  },
})
