/**
 * Follows a guide in the project of Start: writes its files, runs its commands, compares their
 * output.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type Files, project, write } from './project.ts'
import { filesOf, follow, type Printed, readSteps } from './steps.ts'
import { type Running, run, serve } from './terminal.ts'

const ROOT = join(import.meta.dirname, '..')
const HASHBANG = `node ${join(ROOT, 'dist/server/cli/main.js')}`
const DEVELOPMENT = 'http://localhost:5173'
const PRODUCTION = 'http://localhost:3000'
const START = 'docs/guides/start.md'
/** The scripts of Start, whose package.json the project lacks. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'npm run build': 'npx vite build',
  'npm start': `npx hashbang serve --origin ${PRODUCTION}`,
}

export const stepsOf = (file: string) => readSteps(readFileSync(join(ROOT, file), 'utf8'))

/** The documents whose blocks are all files, commands, and the output of these. */
export const FOLLOWED: Readonly<Record<string, 'gate' | 'nightly'>> = {
  [START]: 'gate',
  'docs/guides/routes-and-links.md': 'nightly',
  'docs/route-options.md': 'gate',
  'docs/guides/be-found.md': 'nightly',
  'docs/guides/data.md': 'nightly',
  'docs/guides/head-and-status.md': 'nightly',
  'docs/guides/leave-hashbang.md': 'nightly',
  'docs/guides/migrate.md': 'nightly',
  'docs/guides/nested-routes.md': 'nightly',
  'docs/guides/several-pages.md': 'nightly',
  'docs/guides/styles.md': 'nightly',
  'docs/guides/test-and-verify.md': 'nightly',
}

const OLD = `<!doctype html><title>Old</title><div id="app"></div>
<script>
  const show = () => {
    document.getElementById('app').innerHTML =
      '<h1>' + location.hash + '</h1><a href="#!/phones">Phones</a>'
  }
  addEventListener('hashchange', show)
  show()
</script>`

/** What a reader of a guide has beside the project of Start: the app that migrates. */
const GIVEN: Readonly<Record<string, Files>> = {
  'docs/guides/migrate.md': { 'dist/index.html': OLD, 'old/index.html': OLD },
}

/** The texts that a module prints in the browser's console, by the comments behind its calls. */
const printedBy = (text: string): string[] =>
  [...text.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, printed = '']) => printed)

/**
 * Does every step of a document.
 *
 * @param visit Opens the page of new files, before a command or the next version of a file. It is
 * given the texts that the files print.
 * @param finish Tries the last files.
 * @returns How many outputs were compared.
 */
export async function followGuide(
  file: string,
  visit: (origin: string, printed: readonly string[]) => Promise<void>,
  finish?: (origin: string) => Promise<void>,
): Promise<number> {
  // A package.json of its own would take the project out of the package, which it imports by name.
  const { 'package.json': _, ...files } = filesOf(stepsOf(START))
  const root = project({ ...files, ...GIVEN[file] }, 'guide')
  let vite: Running | undefined
  let server: Running | undefined
  /** Files since the last visit. */
  let fresh = new Map<string, string>()

  const developed = async (): Promise<string> => {
    const isChanged = fresh.size > 0
    if (isChanged) {
      await vite?.stop()
      vite = undefined
    }
    vite ??= await serve(`npx vite --port ${await freePort()}`, root)
    if (isChanged) await visit(vite.origin, [...fresh.values()].flatMap(printedBy))
    fresh = new Map()
    return vite.origin
  }

  async function act(command: string): Promise<Printed> {
    // The production of Start is for first-use.spec.ts.
    if (file === START && !command.includes(DEVELOPMENT)) return undefined
    if (/^(?:npm install|npm run dev|npx playwright-core install)/.test(command)) return undefined
    const line = (SCRIPTS[command] ?? command).replace(/hashbang verify.*/, '$& --no-sandbox')
    if (line.includes(DEVELOPMENT)) {
      const origin = await developed()
      const printed = await run(
        line.replace(/^curl /, 'curl --silent ').replace(DEVELOPMENT, origin),
        root,
      )
      return printed.replaceAll(origin, DEVELOPMENT)
    }
    if (/\bhashbang (?:serve|adopt)\b/.test(line)) {
      await server?.stop()
      const port = await freePort()
      const here = line.replaceAll(PRODUCTION, `http://localhost:${port}`)
      server = await serve(`${here.replace('npx hashbang', HASHBANG)} --port ${port}`, root)
      const { origin, printed } = server
      return () => printed().replaceAll(origin, PRODUCTION)
    }
    const here = line
      // It exits with 1 when it finds something.
      .replace(/npx hashbang (?:crawl|verify).*/, '$& || test $? = 1')
      .replace('npx hashbang', HASHBANG)
      .replace(/^curl /, 'curl --silent ')
      .replaceAll(PRODUCTION, server?.origin ?? PRODUCTION)
    // A program names the server's address, too.
    const [, program] = /\bnode (\w+\.js)$/.exec(here) ?? []
    const text = program === undefined ? undefined : readFileSync(join(root, program), 'utf8')
    if (program !== undefined && text !== undefined && server)
      write(root, { [program]: text.replaceAll(PRODUCTION, server.origin) })
    const printed = await run(here, root)
    return server ? printed.replaceAll(server.origin, PRODUCTION) : printed
  }

  try {
    const checked = await follow(stepsOf(file), async (step) => {
      if (step.kind === 'command') return act(step.line)
      if (step.path === 'package.json') return
      if (fresh.has(step.path)) await developed()
      write(root, { [step.path]: step.text })
      fresh.set(step.path, step.text)
    })
    if (fresh.size > 0) await developed()
    if (finish) await finish(await developed())
    return checked
  } finally {
    await vite?.stop()
    await server?.stop()
  }
}
