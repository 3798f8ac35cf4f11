// Hints about an app that works otherwise than its code says. The dev server, the log and a
// browser in development print them.

/** By code, as in texts.ts. */
export const HINTS = {
  HB119: {
    title: 'A state differs by its first slash',
    say: (state: string, other: string, name: string, pattern: string) =>
      `No route takes "#!${state}", but "${name}" (${pattern}) takes "#!${other}": write the link and the pattern both with "/" at the beginning, or both without`,
  },
  HB121: {
    title: 'A layout has no outlet',
    say: (name: string, inner: string) =>
      `The view of "${name}" shows no <hashbang-outlet>, so the view of "${inner}" is missing: put <hashbang-outlet></hashbang-outlet> where it should be`,
  },
  HB124: {
    title: 'An outcome is not returned',
    say: (name: string, option: string, outcome: string, state: string) =>
      `The ${option} of "${name}" calls ${outcome} for "#!${state}" and does not return it, so it has no effect: write "return ${outcome}"`,
  },
  HB125: {
    title: 'A link lacks its exclamation mark',
    say: (href: string) =>
      `The link "${href}" leads to no page, because states of this app begin with "#!": write "#!${href.slice(1)}", or routes.href(…). To keep old links, start(routes, { upgrade: fromHash })`,
  },
  HB126: {
    title: 'Data is not there yet',
    say: (name: string, noun: string, place: string, remedy: string, state: string) =>
      `The load of "${name}" returns ${noun} as ${place} for "#!${state}", which no view can show: ${remedy}`,
  },
} as const

export type HintCode = keyof typeof HINTS

export const hint = <C extends HintCode>(
  code: C,
  ...values: Parameters<(typeof HINTS)[C]['say']>
): string => `${code}: ${(HINTS[code].say as (...values: string[]) => string)(...values)}`
