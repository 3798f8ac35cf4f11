// Builds the programs that pages carry inline, `#inline-programs`: src/inline, each as one minified
// text. A step of `npm run build`, before the workers, which hold these texts too.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuilt, stampOf, writeBuilt } from '../../dom/bundle/one-file.ts'

/** The text of src/inline/home-page.ts. */
export declare const HOME_PAGE: string
/** The text of src/inline/open-app.ts. */
export declare const OPEN_APP: string

const PROGRAMS = { HOME_PAGE: 'home-page', OPEN_APP: 'open-app' }

const OUT = new URL('../../inline-programs.js', import.meta.url)
const SRC = fileURLToPath(new URL('../../../src/', import.meta.url))

async function textOfProgram(name: string): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${SRC}inline/${name}.js`,
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: { format: 'iife', comments: false },
      },
    },
  })
  const [chunk] = 'output' in result ? result.output : []
  const code = chunk?.type === 'chunk' ? chunk.code.trim() : ''
  // An HTML parser must read it whole, in any encoding.
  if (!/^[ -~]+$/.test(code) || /<(?:!--|\/?script)/i.test(code))
    throw new Error(`No HTML can hold the program ${name}: ${code}`)
  return code
}

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .sort()
  .map((file) => readFileSync(SRC + file, 'utf8'))
const stamp = stampOf([readFileSync(new URL(import.meta.url), 'utf8'), ...sources])
if (!isBuilt(OUT, stamp)) {
  const lines = Object.entries(PROGRAMS).map(
    async ([constant, name]) =>
      `export const ${constant} = ${JSON.stringify(await textOfProgram(name))}\n`,
  )
  writeBuilt(OUT, stamp + (await Promise.all(lines)).join(''))
}
