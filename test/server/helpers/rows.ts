/** Tables and lists of a unit that are written as text. */

type Row = [string, string, string, string]

/**
 * A row a line, its cells between bars. A line that begins with a bar goes on with the row before.
 */
export const rows = (strings: TemplateStringsArray, ...values: readonly unknown[]): Row[] =>
  String.raw(strings, ...values)
    .replace(/\s*\n\s*\| /g, ' | ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [a = '', b = '', c = '', d = ''] = cellsOf(line)
      return [a, b, c, d]
    })

export const list = (strings: TemplateStringsArray, ...values: readonly unknown[]): string[] =>
  String.raw(strings, ...values)
    .trim()
    .split('\n')
    .flatMap(cellsOf)

const cellsOf = (line: string): string[] =>
  line
    .split(/ +\|(?: +|$)/)
    .map((cell) =>
      cell.trim() === "''" ? '' : cell.trim().replaceAll('\\n', '\n').replaceAll('\\`', '`'),
    )
