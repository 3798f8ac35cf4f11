// Loads an adopted page with its frames as a browser does, for its stage "run".

import { withoutFragment } from '../../../src/url.ts'
import {
  createParser,
  isShownRealm,
  setFileLookup,
  setFrameLoader,
  setScriptRunner,
  setSheetLoader,
  startClock,
} from '../../dom/index.ts'
import { loadDocument, putOn } from './load-document.ts'
import { PageFrames } from './page-frames.ts'
import type { ScriptSources } from './page-requests.ts'
import { MOST_SCRIPTS, PageScripts, type ScriptedDocument } from './page-scripts.ts'
import { openPageWindow } from './page-window.ts'

interface PageSource extends Omit<ScriptSources, 'begun'> {
  readonly html: string
  readonly isReload: boolean
  /** The name of its window. */
  readonly name: string
}

export interface LoadingPage {
  /** Settles after the `load` event. */
  readonly loaded: Promise<void>
  readonly outcomes: PageScripts['outcomes']
  readonly moves: () => number
  /** Whether the page overwrote itself after parsing. */
  readonly isReplaced: () => boolean
  /** Whether some scripts did not run. */
  readonly hasTooMany: () => boolean
  /** Frame content that a browser has. */
  readonly missingFrame: () => string | undefined
}

export function loadPage(source: PageSource): LoadingPage {
  const { html, isReload, name, requests, compiler } = source
  const begun = { scripts: 0 }
  const sources = { requests, compiler, begun }
  const scripted = pageDocument()
  scripted.window.name = name
  const scripts = new PageScripts(scripted, sources)
  const parser = createParser(scripts)
  let moves = 0
  let replaced = false
  const frames = new PageFrames(sources, (work) => scripts.hold(work))
  setFrameLoader(frames)
  startClock(isReload ? 'reload' : 'navigate')
  setFileLookup(requests.has)
  setScriptRunner((script) => {
    const inFrame = frames.of(script.ownerDocument)
    if (inFrame) inFrame.inserted(script)
    else scripts.inserted(script, parser.hasCreated)
  })
  setSheetLoader((owner) => (frames.of(owner.ownerDocument) ?? scripts).styled(owner))
  window.addEventListener('hashchange', () => {
    moves += 1
  })

  const write = (...texts: unknown[]) => {
    if (scripts.isInParser && parser.write(texts.join(''))) return
    // A browser ignores a late script's text; any other write creates a new document.
    if (scripts.current === null) replaced = true
  }
  putOn(document, {
    write: { value: write },
    writeln: { value: (...texts: unknown[]) => write(...texts, '\n') },
    open: { value: () => document },
    close: { value: () => undefined },
  })
  const page = loadDocument(scripted, scripts, parser)
  return {
    loaded: parser.read(html).then(page.finish),
    outcomes: scripts.outcomes,
    moves: () => moves,
    isReplaced: () => replaced,
    hasTooMany: () => begun.scripts > MOST_SCRIPTS,
    missingFrame: () => frames.missing,
  }
}

function pageDocument(): ScriptedDocument {
  const window = openPageWindow()
  return {
    document,
    window,
    isPage: true,
    href: () => withoutFragment(location.href),
    isWritten: () => false,
    isShown: () => isShownRealm(window),
    dispatch: (event) => void dispatchEvent(event),
  }
}
