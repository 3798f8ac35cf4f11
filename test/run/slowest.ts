/** Finds the slowest files and tests of a run in the lines that its parts print. */

/** How many of each are listed. */
const MOST = 10
/** A file that takes longer explains so in its header. */
export const LONG_FILE_MS = 20_000

export interface Slowest {
  /** Takes the next line. */
  read(line: string): void
  /** The list, ready to print. */
  lines(): string[]
  /** Files over `LONG_FILE_MS`. */
  longFiles(): string[]
}

/** Specs: "specs | ✔ chromium > server/x.spec.ts > title (12 ms)". Units: "units in node | ✔ 1 suite > title (1.2ms)". */
const SPEC = /^specs \| [✔✘] (\S+) > (\S+\.spec\.ts) > (.*) \((\d+) ms\)$/
const UNIT = /^(units in \w+) \| [✔✘] \d+ ([^>]*?) > (.*) \(([\d.]+)(ms|s)\)$/

export function createSlowest(): Slowest {
  const files = new Map<string, number>()
  const tests: { name: string; ms: number }[] = []
  const add = (file: string, title: string, ms: number) => {
    files.set(file, (files.get(file) ?? 0) + ms)
    tests.push({ name: `${file} > ${title}`, ms })
  }
  const line = ([name, ms]: readonly [string, number]) =>
    `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`
  const top = (list: (readonly [string, number])[]) =>
    list
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, MOST)
      .map(line)
  return {
    read(text) {
      const spec = SPEC.exec(text)
      if (spec) {
        const [, project = '', file = '', title = '', ms] = spec
        add(project === 'chromium' ? file : `${file} in ${project}`, title, Number(ms))
      }
      const unit = UNIT.exec(text)
      if (unit) {
        const [, part = '', suite = '', title = '', time, unitOfTime] = unit
        add(`${suite} (${part})`, title, Number(time) * (unitOfTime === 's' ? 1000 : 1))
      }
    },
    lines: () => [
      'The slowest files:',
      ...top([...files]),
      'The slowest tests:',
      ...top(tests.map(({ name, ms }) => [name, ms] as const)),
    ],
    longFiles: () => [...files].filter(([, ms]) => ms > LONG_FILE_MS).map(([file]) => file),
  }
}
