// Loads a page as a browser does that opens its address. In: the page's HTML, its requests; a render has begun. Out: the loaded
// document, with what is in its frames; how its scripts have fared, how often it has moved, what of it is not done here.

import {
  findFilesBy,
  hearInlineHandlers,
  loadFramesBy,
  openPage,
  runScriptsBy,
  startClock,
} from '../happy-dom/index.ts'
import { loadDocument, putOn } from './load-document.ts'
import { nameElements } from './named-elements.ts'
import { PageFrames } from './page-frames.ts'
import type { ScriptSources } from './page-requests.ts'
import { MOST_SCRIPTS, PageScripts } from './page-scripts.ts'
import { pageRealm } from './realm.ts'

/** What a page is loaded from. */
interface PageSource extends Omit<ScriptSources, 'begun'> {
  readonly html: string
  /** Whether it was reloaded. */
  readonly isReload: boolean
}

/** A page that is loading. */
export interface LoadingPage {
  /** Settles after the `load` event. */
  readonly loaded: Promise<void>
  readonly outcomes: PageScripts['outcomes']
  /** How often it has gone to another fragment. */
  readonly moves: () => number
  /** Whether it has written itself anew, after it was read. */
  readonly isReplaced: () => boolean
  /** Whether it has so many scripts that not all were run. */
  readonly hasTooMany: () => boolean
  /** What it would find in a frame in a browser, and not here. */
  readonly missingFrame: () => string | undefined
}

/** Begins to load a page. */
export function loadPage({ html, isReload, ...given }: PageSource): LoadingPage {
  const begun = { scripts: 0 }
  const sources = { ...given, begun }
  const realm = pageRealm()
  const scripts = new PageScripts(realm, sources)
  const parser = openPage(scripts)
  let moves = 0
  let replaced = false
  const frames = new PageFrames(sources, (work) => scripts.hold(work))
  loadFramesBy(frames)
  nameElements()
  hearInlineHandlers()
  startClock(isReload)
  findFilesBy((url) =>
    new URL(url).origin === location.origin ? given.requests.has(url) : undefined,
  )
  runScriptsBy((script) => {
    const inFrame = frames.of(script.ownerDocument)
    if (inFrame) inFrame.inserted(script)
    else scripts.inserted(script, parser.made)
  })
  window.addEventListener('hashchange', () => {
    moves += 1
  })

  const write = (...texts: unknown[]) => {
    if (scripts.isInParser && parser.write(texts.join(''))) return
    // A browser takes no such text of a script that has come late; of all else it makes a new document.
    if (scripts.current === null) replaced = true
  }
  putOn(document, {
    write: { value: write },
    writeln: { value: (...texts: unknown[]) => write(...texts, '\n') },
    open: { value: () => document },
    close: { value: () => undefined },
  })
  const page = loadDocument(realm, scripts, parser)
  return {
    loaded: parser.read(html).then(page.finish),
    outcomes: scripts.outcomes,
    moves: () => moves,
    isReplaced: () => replaced,
    hasTooMany: () => begun.scripts > MOST_SCRIPTS,
    missingFrame: () => frames.missing,
  }
}
