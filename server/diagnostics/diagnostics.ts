// The errors and warnings of the server, the Vite plugin and the command line, by stable codes. In: a code, the names and
// values at fault. Out: one sentence with what is wrong and what to do. docs/errors.md says the same at length, and
// test/diagnostics.spec.ts that both agree. Those of the core are in src/texts.ts.

import { listed, show, type Text } from '../../src/texts.ts'

/** By code. A code is never used again for something else. */
export const TEXTS = {
  HB101: {
    title: 'An app module exports no route table',
    say: (page: string, file: string, value: unknown) =>
      value === undefined
        ? `The app module of "${page}", ${file}, must export "routes": export const routes = defineRoutes({ … })`
        : `The app module of "${page}", ${file}, exports "routes" that are no table but ${show(value)}. Wrap them: export const routes = defineRoutes({ … })`,
  },
  HB102: {
    title: 'An app module cannot be imported',
    say: (page: string, file: string, cause: unknown) =>
      `Cannot import the app module of "${page}", ${file} (${cause}): build the app first; views must be imported lazily, view: () => import('./view.ts')`,
  },
  HB103: {
    title: 'context() throws',
    say: (page: string, cause: unknown) =>
      `The context() of the app module of "${page}" threw ${cause}. Nothing can be shown without it: mend what it asks, or let loaders ask for that themselves`,
  },
  HB104: {
    title: 'A page is waited for',
    say: (state: string, ms: number, waiting: readonly string[]) =>
      `"#!${state}" has no page after ${ms} ms: still waiting for ${waiting.join(', ')}. Give what it waits for a limit, such as fetch(url, { signal })`,
  },
  HB105: {
    title: 'A page was not ready in time',
    say: (state: string, ms: number, waiting: readonly string[]) =>
      `the state "${state}" had no page after ${ms} ms and is answered 503: still waiting for ${waiting.join(', ') || 'nothing that is known'}. Give what it waits for a limit of its own, or raise "deadline"`,
  },
  HB106: {
    title: 'The folder of the assets is missing',
    say: (folder: string) =>
      `"assets" is "${folder}", where there is no folder: build the app first, or correct the path`,
  },
  HB107: {
    title: 'There is no config file',
    say: (file: string | undefined, folder: string) =>
      file === undefined
        ? `There is no config file in ${folder}, and no manifest of a build: run \`vite build\` with the plugin, or write a hashbang.config.js that exports defineConfig({ origin, pages })`
        : `There is no config file ${file}: check the path`,
  },
  HB108: {
    title: 'The config file cannot be read',
    say: (file: string, why: string) =>
      `Cannot read ${file}: ${why}. It must export its configuration: export default defineConfig({ … })`,
  },
  HB109: {
    title: 'A setting cannot be used',
    say: (source: string, faults: readonly string[]) =>
      `Cannot use ${source}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
  },
  HB110: {
    title: 'A route with params lists no states',
    say: (name: string, pattern: string) =>
      `"${name}" (${pattern}) needs params or search, and has no "entries": none of its states is listed. Give it entries: () => [{ params: { … } }], or index: false where none is to be found`,
  },
  HB111: {
    title: 'A param or search key is refused',
    say: (name: string, pattern: string, key: string, value: unknown) =>
      `"${name}" (${pattern}) would take this state, but refuses ${key} ${show(value)}. Give it what its codec reads, or make the key optional()`,
  },
  HB112: {
    title: 'A site does not answer',
    say: (url: string, reason: string) =>
      `Cannot reach ${url}: ${reason}. Start the server, or correct the URL`,
  },
  HB113: {
    title: 'There is no such page',
    say: (page: string, pages: readonly string[]) =>
      `There is no page "${page}": --page is one of ${listed(pages)}`,
  },
  HB114: {
    title: 'The server cannot listen',
    say: (why: string) => `Cannot listen: ${why}`,
  },
  HB115: {
    title: 'A part of browsers is missing here',
    say: (name: string, place: string, state: string | undefined) =>
      `\`${name}\` is missing here; Chromium has it. ${place} asks for it${state === undefined ? '' : `, in the page of "#!${state}"`}. Let that code do without it where it is missing, or, if the app is adopted, let Chromium make the page: hashbang adopt --check`,
  },
} satisfies Readonly<Record<string, Text>>

/** A code of the server's. */
export type ServerCode = keyof typeof TEXTS

/** Says what is wrong, with the code. */
export const diagnosis = <C extends ServerCode>(
  code: C,
  ...values: Parameters<(typeof TEXTS)[C]['say']>
): string => {
  const { say } = TEXTS[code] as { say: (...values: readonly unknown[]) => string }
  return `${code}: ${say(...values)}`
}

/** The first code in a text. */
export const codeIn = (text: string): string | undefined => /\bHB\d{3}\b/.exec(text)?.[0]
