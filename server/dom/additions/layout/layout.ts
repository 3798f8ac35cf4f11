/**
 * Caches the layout of a document until it changes. After FREE_BOXES boxes, a layout stays valid
 * for as many changes as it has boxes: alternate writes and reads cost no quadratic time.
 */
import { atNextChange } from '../../fixes/next-change.ts'
import { Box } from './box.ts'
import { lay } from './lay.ts'
import { Pass } from './pass.ts'
import { layWaiting } from './positioned.ts'

/** Boxes per page before layouts outlive changes. */
const FREE_BOXES = 100_000

export interface Layout {
  readonly boxes: ReadonlyMap<Element, Box>
  readonly lines: Pass['lines']
}

let current: { layout: Layout; pass: Pass } | undefined
let stale = true
let spent = 0
let changes = 0
let listeners: (() => void)[] = []

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

/** Calls once when the current layout may change. */
export function onceStale(call: () => void): void {
  listeners.push(call)
}

export function forgetLayout(): void {
  current = undefined
  stale = true
  spent = 0
  changes = 0
  listeners = []
}

let listening = false

function listen(): void {
  if (listening) return
  listening = true
  atNextChange(() => {
    listening = false
    stale = true
    changes++
    const calls = listeners
    listeners = []
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
  // The initial containing block is the first screen.
  const screen = new Box(root, { ...style, values: {} }, width)
  screen.width = width
  screen.height = height
  screen.put(html, html.x, html.y)
  layWaiting(pass, screen)
  layWaiting(pass, screen, () => pass.fixed)
  return pass
}
