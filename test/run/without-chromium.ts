/** Runs `npm test` where the PATH has no Chromium: it is a folder of links to other programs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '../memory-folder.ts'

const CHROMIUMS = /^(?:chromium|google-chrome)/

/** A PATH with links to the programs of this one. */
function pathWithout(leftOut: readonly string[]): string {
  const folder = join(temporaryFolder('path'), 'bin')
  mkdirSync(folder)
  const linked = new Set<string>()
  for (const from of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of namesIn(from)) {
      if (linked.has(name) || CHROMIUMS.test(name) || leftOut.includes(name)) continue
      linked.add(name)
      symlinkSync(join(from, name), join(folder, name))
    }
  }
  return folder
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

interface Tested {
  readonly code: number
  readonly lines: readonly string[]
}

/** Runs `npm test -- src/html` without a Chromium. @param leftOut Other programs to leave out. */
export async function testWithoutChromium(leftOut: readonly string[] = []): Promise<Tested> {
  const PATH = pathWithout(leftOut)
  const PLAYWRIGHT_BROWSERS_PATH = temporaryFolder('browsers')
  const { CHROMIUM_PATH: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/run/test.ts', 'src/html.test'], {
    env: { ...env, PATH, PLAYWRIGHT_BROWSERS_PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  return { code, lines: output.trim().split('\n') }
}
