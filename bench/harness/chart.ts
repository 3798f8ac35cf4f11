// Draws a table of a bench as an SVG, readable in light, in dark and without colours. The scale is
// logarithmic, or a contestant that is a hundred times slower hides the others.

import * as Plot from '@observablehq/plot'
import { JSDOM } from 'jsdom'
import { type Quartiles, write } from '../report.ts'

/** A table of values: rows are cases, columns contestants. */
export interface Figure {
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cell: (row: string, column: string) => Quartiles | undefined
  /** The caption under the drawing. */
  readonly axis: string
}

const OURS = 'hashbang-router'

/**
 * Ink and paper of both schemes, with enough contrast for text; bars of ours stand out by colour
 * and by weight.
 */
const STYLE = `
  svg { color-scheme: light dark; background: #ffffff; color: #1f2328; font: 13px/1.4 system-ui, sans-serif }
  .ours rect { fill: #0b6bcb }
  .others rect { fill: #8a94a0 }
  .half line { stroke: #1f2328 }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; color: #e6edf3 }
    .ours rect { fill: #58a6ff }
    .others rect { fill: #6e7884 }
    .half line { stroke: #e6edf3 }
  }`

const AFTER = { textAnchor: 'start', dx: 8 } as const
const TITLE = { textAnchor: 'start', dx: -222, fontWeight: 'bold' } as const

interface Bar {
  readonly row: string
  readonly column: string
  readonly low: number
  readonly median: number
  readonly high: number
}

export function drawChart(name: string, { rows, columns, cell, axis }: Figure): string {
  const bars = rows.flatMap((row) =>
    columns.flatMap((column): Bar[] => {
      const value = cell(row, column)
      return value && value.median > 0 ? [{ row, column, ...value }] : []
    }),
  )
  const least = Math.min(1, ...bars.map(({ low }) => low))
  const from = 10 ** Math.floor(Math.log10(least) - 0.2)
  const isOurs = ({ column }: Bar) => column.startsWith(OURS)
  const place = ({ row, column }: Bar) => `${row}: ${column}`
  // A line for each case, and one for each bar of it.
  const lines = rows.flatMap((row) => [row, ...bars.filter((bar) => bar.row === row).map(place)])
  const drawBars = (of: readonly Bar[], className: string) =>
    Plot.barX(of, { y: place, x1: from, x2: 'median', insetTop: 3, insetBottom: 3, className })
  const { document } = new JSDOM('').window
  const drawn = Plot.plot({
    document,
    width: 860,
    height: 70 + lines.length * 26,
    marginLeft: 230,
    marginRight: 150,
    marginTop: 10,
    marginBottom: 44,
    x: { type: 'log', label: axis, grid: true, tickFormat: (value: number) => `${value}x` },
    y: { axis: null, domain: lines },
    marks: [
      drawBars(
        bars.filter((bar) => !isOurs(bar)),
        'others',
      ),
      drawBars(bars.filter(isOurs), 'ours'),
      Plot.ruleY(bars, { y: place, x1: 'low', x2: 'high', strokeWidth: 2, className: 'half' }),
      Plot.text(bars, { y: place, x: from, text: 'column', textAnchor: 'end', dx: -8 }),
      Plot.text(bars, { y: place, x: 'high', text: (bar: Bar) => write(bar), ...AFTER }),
      Plot.text([...rows], { y: (row: string) => row, x: from, ...TITLE }),
    ],
  })
  const svg = drawn as SVGSVGElement
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', `${name}: ${axis}. The table beside it has the figures.`)
  for (const own of svg.querySelectorAll('style')) own.remove()
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = STYLE
  svg.prepend(style)
  return `${svg.outerHTML}\n`
}
