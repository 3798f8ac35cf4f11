/**
 * Parses a page into a document as a browser does: scripts pause it, run, and may write more input.
 * https://html.spec.whatwg.org/multipage/parsing.html and
 * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document.write()
 */
import { SelectParser } from '../../html/select-parser.ts'
import { declaring } from '../fixes/declared-roots.ts'
import type { InnerWindow } from '../internals.ts'
import { liveAdapter } from './live-adapter.ts'

export interface ParserScripts {
  /**
   * Runs a script at its end tag, or defers it.
   *
   * @returns If the parser must wait, a promise of the function that runs it.
   */
  run(script: HTMLScriptElement): Promise<() => void> | undefined
}

export interface PageParser {
  read(html: string): Promise<void>
  /** Settles when all written input is parsed. */
  end(): Promise<void>
  /** Inserts text before the remaining input. @returns False when parsing is complete. */
  write(html: string): boolean
  made(script: Element): boolean
}

/** Splits input after each script end tag, where a script may run. */
const piecesOf = (html: string): string[] => html.split(/(?<=<\/script[^>]*>)/i)

/** The depth of scripts that write scripts. Deeper writes are dropped, as in Chromium. */
const MOST_NESTED = 21

/** Starts a page in an empty document; default: the window's. */
export function pageParsers(
  window: InnerWindow,
): (scripts: ParserScripts, document?: Document) => PageParser {
  return (scripts, document = window.document) => {
    const own = new WeakSet<object>()
    let met: HTMLScriptElement | undefined
    let waits: Promise<() => void> | undefined
    let over = false
    let nested = 0
    let isTooDeep = false
    let written: string[] = []
    let rest: string[] = []
    const treeAdapter = declaring(liveAdapter(window, document, (script) => own.add(script)))
    const parser = new SelectParser(
      { treeAdapter, scriptingEnabled: true },
      treeAdapter.createDocument(),
      null,
      (script) => {
        met = script as unknown as HTMLScriptElement
      },
    )

    function advance(from: () => string | undefined): void {
      while (waits === undefined) {
        const piece = from()
        if (piece === undefined) break
        parser.tokenizer.write(piece, false)
        const script = met
        met = undefined
        if (script) inserting(() => (waits = scripts.run(script)))
      }
    }

    function inserting(run: () => void): void {
      const later = written
      written = []
      run()
      written.push(...later)
    }

    async function end(): Promise<void> {
      for (;;) {
        advance(() => written.shift() ?? rest.shift())
        if (waits === undefined) break
        const run = await waits
        waits = undefined
        inserting(run)
      }
      over = true
      parser.tokenizer.write('', true)
    }

    return {
      made: (script) => own.has(script),
      write(html) {
        if (over) return false
        nested += 1
        isTooDeep = nested > MOST_NESTED || (nested > 1 && isTooDeep)
        try {
          if (!isTooDeep) {
            written.push(...piecesOf(html))
            advance(() => written.shift())
          }
        } finally {
          nested -= 1
        }
        return true
      },
      end,
      read(html) {
        rest = piecesOf(html)
        return end()
      },
    }
  }
}
