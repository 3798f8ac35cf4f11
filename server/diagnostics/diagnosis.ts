// Errors and warnings of the server, the Vite plugin and the command line, by stable code.
// docs/errors.md has the details; a test compares both. The core's errors are in src/texts.ts.

import { didYouMean } from '../../src/closest.ts'
import { HINTS } from '../../src/hint-texts.ts'
import { type DiagnosticText, listed, show } from '../../src/texts.ts'

/** What a page waits for. */
const remedyFor = (waiting: readonly string[]): string =>
  waiting.some((one) => one.startsWith('window.prerenderReady'))
    ? 'The page has set it to false: let it set it to true once its content is there, also after an error'
    : 'Set a shorter time limit there, or raise "limits.deadline"'

/** By code. Codes are never reused. */
export const SERVER_TEXTS = {
  HB101: {
    title: 'An app module exports no route table',
    say: (page: string, file: string, value: unknown) =>
      value === undefined
        ? `The app module of "${page}", ${file}, must export "routes": export const routes = defineRoutes({ … })`
        : `The app module of "${page}", ${file}, exports "routes", but they are no route table: ${show(value)}. Wrap them: export const routes = defineRoutes({ … })`,
  },
  HB102: {
    title: 'An app module cannot be imported',
    say: (page: string, file: string, cause: unknown, remedy: string) =>
      `Cannot import the app module of "${page}", ${file} (${cause}): ${remedy}`,
  },
  HB103: {
    title: 'context() throws',
    say: (page: string, cause: unknown) =>
      `The context() of the app module of "${page}" threw ${cause}. No page can be rendered without it: repair the service that it connects to, or connect in a loader`,
  },
  HB104: {
    title: 'A page is slow',
    say: (state: string, ms: number, waiting: readonly string[]) =>
      `"#!${state}" has had no page for ${ms} ms: still waiting for ${waiting.join(', ')}. ${waiting.some((what) => what.endsWith('(signal passed)')) ? 'Make its server answer sooner: production sends 503 after "limits.deadline"' : 'Set a time limit there, such as fetch(url, { signal })'}`,
  },
  HB105: {
    title: 'A page was not ready in time',
    say: (state: string, ms: number, waiting: readonly string[]) =>
      `The state "${state}" had no page after ${ms} ms, and the response was 503: still waiting for ${waiting.join(', ') || 'an unknown task'}. ${remedyFor(waiting)}`,
  },
  HB106: {
    title: 'The folder of the assets is missing',
    say: (folder: string) =>
      `"assets" is "${folder}", but there is no such folder: build the app first, or correct the path`,
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
    say: (
      file: string,
      why: string,
      remedy = 'It must export its configuration: export default defineConfig({ … })',
    ) => `Cannot read ${file}: ${why}. ${remedy}`,
  },
  HB109: {
    title: 'A setting cannot be used',
    say: (source: string, faults: readonly string[]) =>
      faults.length === 1
        ? `Cannot use ${source}: ${faults[0]}`
        : `Cannot use ${source}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
  },
  HB110: {
    title: 'A route with params lists no states',
    say: (name: string, pattern: string) =>
      `"${name}" (${pattern}) needs params or search, and has no "entries", so none of its states is listed. Add entries: () => [{ params: { … } }], or index: false if no crawler should find them`,
  },
  HB111: {
    title: 'A param or search key is refused',
    say: (name: string, pattern: string, key: string, value: unknown) =>
      `"${name}" (${pattern}) matches the path of this state, but refuses ${key} ${show(value)}. Pass a value that its codec reads, or make the key optional()`,
  },
  HB112: {
    title: 'A site does not answer',
    say: (url: string, reason: string) =>
      `Cannot reach ${url}: ${reason}. Start the server, or correct the URL`,
  },
  HB113: {
    title: 'There is no such page',
    say: (page: string, pages: readonly string[]) =>
      `There is no page "${page}"${didYouMean(page, pages)}: set --page to one of ${listed(pages)}`,
  },
  HB114: {
    title: 'The server cannot listen',
    say: (why: string) => `Cannot listen: ${why}`,
  },
  HB115: {
    title: 'A browser API is missing',
    say: (name: string, place: string, state: string | undefined) =>
      `\`${name}\` is missing here; Chromium has it. ${place} uses it${state === undefined ? '' : `, in the page of the state "${state}"`}. Check that it exists before you use it, or, if the app is adopted, let Chromium render the page: hashbang adopt --check`,
  },
  HB116: {
    title: 'A worker may not do that',
    say: (what: string, flag: string, place: string | undefined) =>
      `The app may not ${what} in a worker${place === undefined ? '' : `, as ${place} does`}: workers may read the project's files and use the network. If you trust that code, add "${flag}" to the setting "workerFlags"`,
  },
  HB117: {
    title: 'A request to another origin is refused',
    say: (url: string, who: string, origin: string) =>
      `Cannot fetch ${url} for ${who}: add its origin to the setting "allowFetch": allowFetch: ['${origin}'], in hashbang({ … }) of vite.config.ts or in hashbang.config.js`,
  },
  HB118: {
    title: 'A request got no answer',
    say: (url: string, who: string, cause: unknown, isOwn: boolean) =>
      `Cannot fetch ${url} for ${who}: ${cause}. ${isOwn ? 'It is no file of "assets", so the server asked the site at its "origin": start the server of this URL, or correct "origin"' : 'Start its server, or check whether this machine reaches it'}`,
  },
  HB119: HINTS.HB119,
  HB120: {
    title: 'A loader reads what differs between visitors',
    say: (name: string, option: string, read: string) =>
      `The ${option} of "${name}" reads ${read}. A snapshot shows the same to all: a window of 1280 by 720 px, without cookies and storage. Read it in the view, or take it from the state`,
  },
  HB121: HINTS.HB121,
  HB122: {
    title: 'A head cannot be shown whole',
    say: (name: string, why: string) =>
      `The head of "${name}" ${why}, which is shown nowhere. Return an object such as { title: 'Ajax', meta: [{ name: 'author', content: 'A' }] }`,
  },
  HB123: {
    title: 'A router is started in a snapshot',
    say: (place: string | undefined) =>
      `start() was called in a snapshot${place === undefined ? '' : `, by ${place}`}: import the module that calls it from index.html only. Views take the router from a module that start() fills`,
  },
  HB124: HINTS.HB124,
  HB125: HINTS.HB125,
  HB126: HINTS.HB126,
  HB127: {
    title: 'A table has no page for the empty state',
    say: (page: string) =>
      `No route takes the empty state of the page "${page}", which people and crawlers open first: add one to its table, such as home: route('', { view: () => import('./home.ts') })`,
  },
} satisfies Readonly<Record<string, DiagnosticText>>

export type ServerCode = keyof typeof SERVER_TEXTS

export const diagnosis = <C extends ServerCode>(
  code: C,
  ...values: Parameters<(typeof SERVER_TEXTS)[C]['say']>
): string => {
  const { say } = SERVER_TEXTS[code] as { say: (...values: readonly unknown[]) => string }
  return `${code}: ${say(...values)}`
}

export const codeIn = (text: string): string | undefined => /\bHB\d{3}\b/.exec(text)?.[0]
