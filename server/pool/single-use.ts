// Which routes get a new worker for each of their pages, as modules of their views remember the pages before. In: jobs,
// what was found of a route. Out: whether a job is of such a route. It forgets nothing while the pool runs.

import type { Job } from './protocol.ts'

type Asked = Pick<Job, 'page' | 'state' | 'made'>

/** Such routes. */
export interface SingleUse {
  /** @returns False when the route of the job was known already. */
  add(job: Asked): boolean
  has(job: Asked): boolean
}

/**
 * Makes an empty set.
 *
 * @param routeOf The route that shows a state, if that is known; else all states of its page are of one route.
 */
export function createSingleUse(
  routeOf: (job: Asked) => string | undefined = () => undefined,
): SingleUse {
  const routes = new Set<string>()
  const keyOf = (job: Asked): string => {
    const route = routeOf(job)
    return JSON.stringify([job.page, route])
  }
  return {
    add(job) {
      const before = routes.size
      return routes.add(keyOf(job)).size > before
    },
    // A document of another engine takes the place of what a worker shows. Else there is almost never one.
    has: (job) => job.made !== undefined || (routes.size > 0 && routes.has(keyOf(job))),
  }
}
