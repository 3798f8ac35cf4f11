/**
 * The layout of the page, made when it is asked for and kept until something changes. In: a document. Out: boxes by element and
 * lines by text. A page that changes and asks in turn is laid out anew as long as that is cheap; from then on a layout stands
 * for as many changes as it has boxes, so that the work grows with the page and not with its square.
 */
import { atNextChange } from '../changes.ts'
import { Box } from './box.ts'
import { lay } from './lay.ts'
import { Pass } from './pass.ts'
import { layWaiting } from './positioned.ts'

/** Boxes that may be laid out for one page before layouts have to be earned by changes. */
const FREE_BOXES = 100_000

export interface Layout {
  readonly boxes: ReadonlyMap<Element, Box>
  readonly lines: Pass['lines']
}

let current: { layout: Layout; pass: Pass } | undefined
let stale = true
let spent = 0
let changes = 0
let told: (() => void)[] = []

/** The layout of a document as it is. */
export function layoutOf(document: Document): Layout {
  if (current && !stale) return current.layout
  if (current && spent > FREE_BOXES && changes < current.pass.laid) {
    listen()
    return current.layout
  }
  const pass = made(document)
  spent += pass.laid
  changes = 0
  current = { layout: pass, pass }
  stale = false
  listen()
  return pass
}

/** Calls once when the layout that stands may be another. */
export function onceStale(call: () => void): void {
  told.push(call)
}

/** Between two pages. */
export function forgetLayout(): void {
  current = undefined
  stale = true
  spent = 0
  changes = 0
  told = []
}

let listening = false

function listen(): void {
  if (listening) return
  listening = true
  atNextChange(() => {
    listening = false
    stale = true
    changes++
    const calls = told
    told = []
    for (const call of calls) call()
  })
}

function made(document: Document): Pass {
  const { innerWidth: width, innerHeight: height } = window
  const units = { width, height, fontSize: 16, rootFontSize: 16 }
  const pass = new Pass(units, lay)
  const root = document.documentElement
  if (!root) return pass
  const style = pass.style(root, undefined)
  if (style.display === 'none') return pass
  const html = lay(pass, root, style, { width, height })
  html.x = html.margin.left
  html.y = html.margin.top
  // What nothing else positions stands in the first screen.
  const screen = new Box(root, { ...style, values: {} }, width)
  screen.width = width
  screen.height = height
  screen.put(html, html.x, html.y)
  layWaiting(pass, screen)
  layWaiting(pass, screen, () => pass.fixed)
  return pass
}
