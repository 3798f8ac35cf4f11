/**
 * Resets the counters of kept packages, such as React's for `useId`, for each page. Appends a line
 * to their modules in the workers' build.
 */
import type { Plugin } from 'vite'
import { withCounters } from '../snapshot/modules/counters.ts'
import type { KeptRule } from '../snapshot/modules/kept.ts'

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
      // A line appended at the end keeps all positions.
      return changed === code ? undefined : { code: changed, map: null }
    },
  },
})
