/**
 * Reads a page into a document as a browser does: scripts stop it, run, and may write what it reads next. In: HTML, at once or
 * in pieces, and who runs its scripts. Out: the document, when all has been read. It runs nothing itself.
 * https://html.spec.whatwg.org/multipage/parsing.html and
 * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document.write()
 */
import { SelectParser } from '../html/select-parser.ts'
import type { InnerWindow } from './internals.ts'
import { liveAdapter } from './live-adapter.ts'

/** Who runs the scripts that the parser meets. */
export interface ParserScripts {
  /**
   * Runs a script at its end tag, or puts it off.
   *
   * @returns Where the parser has to wait for it, a promise of what runs it then.
   */
  run(script: HTMLScriptElement): Promise<() => void> | undefined
}

/** A page that is being read. */
export interface PageParser {
  /** Reads on until the end. */
  read(html: string): Promise<void>
  /** Begins to read what comes by `write()`, up to `end()`. */
  begin(): void
  /** Settles when all that was written has been read. */
  end(): Promise<void>
  /** Reads what a script writes before all that has not been read yet. @returns False when everything has been read. */
  write(html: string): boolean
  /** Whether the parser has made this script. */
  made(script: Element): boolean
}

/** As much as is read before a script may run: up to its end tag. */
const piecesOf = (html: string): string[] => html.split(/(?<=<\/script[^>]*>)/i)

/** Scripts that are written by scripts that are written: what one writes that is further in is dropped, as in Chromium. */
const MOST_NESTED = 21

/** Begins a page; the document, by default the window's, is empty then. */
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
    /** What scripts have written, and then what was to be read anyway. */
    let written: string[] = []
    let rest: string[] = []
    const treeAdapter = liveAdapter(window, document, (script) => own.add(script))
    const parser = new SelectParser(
      { treeAdapter, scriptingEnabled: true },
      treeAdapter.createDocument(),
      null,
      (script) => {
        met = script as unknown as HTMLScriptElement
      },
    )

    /** Reads until there is no more, or a script has to be waited for. */
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

    /** What is written meanwhile comes before what was written already. */
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
      parser.end()
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
      begin: () => parser.begin(),
      end,
      read(html) {
        rest = piecesOf(html)
        parser.begin()
        return end()
      },
    }
  }
}
