/**
 * Begins and ends pages with scripts of their own, one after another in a worker. Each has a realm,
 * which it loses at its end: timers, promises, ports and requests of it call nothing any more.
 */
import { setImmediate } from 'node:timers/promises'
import { installInlineHandlers } from '../additions/inline-handlers.ts'
import type { InnerWindow } from '../internals.ts'
import { beginPage } from '../isolation/begin-page.ts'
import { endStart, type JobContext } from '../isolation/context.ts'
import { forgetElements } from '../isolation/elements.ts'
import { takeErrors } from '../isolation/errors.ts'
import { closePorts } from '../isolation/late-work.ts'
import { forgetPending } from '../isolation/pending.ts'
import { drawRandom, setSeed } from '../isolation/random.ts'
import { resettable } from '../isolation/reset.ts'
import { endTimers, letTimersRun } from '../isolation/timers.ts'
import { findFilesBy } from '../page/files.ts'
import { forgetFrames } from '../page/frames.ts'
import { forgetNames, nameInDocument } from '../page/names.ts'
import { runScriptsBy } from '../page/scripts.ts'
import { installDoors } from './doors.ts'
import { isOfLanguage, recognizeAll } from './language.ts'
import { opensRealms } from './open-realm.ts'
import { type PlatformObjects, platformObjects } from './platform-objects.ts'
import { pageGlobal } from './realm.ts'
import { sealLanguage } from './seal-language.ts'

/** @param report Receives errors of handlers. */
export function scriptedPages(window: InnerWindow, report: (error: unknown) => void) {
  const { openRealm, closeRealm } = opensRealms(window)
  const page = resettable(window)
  let shared: PlatformObjects | undefined

  /** SIDE EFFECT: makes the worker one of pages with scripts. Its state is the baseline. */
  function expectScripts(): void {
    closeInside(window)
    installInlineHandlers(window, report)
    nameInDocument()
    recognizeAll(globalThis)
    installDoors(globalThis)
    shared = platformObjects(globalThis as never)
    sealLanguage(globalThis, isOfLanguage)
    page.reset()
    page.adopt()
    endStart()
  }

  /** @param seed Seeds the random numbers. */
  function beginScripts(url: string, seed: string, job: JobContext): void {
    beginPage(page.goTo, { url, seed, job })
    drawRandom()
  }

  /** @returns Changes of what pages share, which cannot be taken back. */
  async function endScripts(): Promise<readonly string[]> {
    closeRealm()
    letTimersRun(false)
    closePorts()
    // Promise reactions that are under way come first.
    await setImmediate()
    setSeed(undefined)
    // The DOM works by methods that the page may have replaced.
    const stays = shared?.takeBack() ?? []
    forgetPending()
    runScriptsBy(() => undefined)
    findFilesBy(() => undefined)
    forgetFrames()
    forgetNames()
    // Elements of the page hear nothing of its end.
    forgetElements()
    page.reset()
    endTimers()
    takeErrors()
    // Clears `RegExp.$1` and similar traces of the last match.
    ;/^/.test('')
    return [...stays, ...(shared?.setBack() ?? [])]
  }

  return { openRealm, expectScripts, beginScripts, endScripts }
}

/** Scripts reach happy-dom's window by symbols of its nodes: it must not lead out of the page. */
function closeInside(window: InnerWindow): void {
  for (const name of ['global', 'Buffer']) Reflect.deleteProperty(window, name)
  for (const key of Reflect.ownKeys(window))
    if (Reflect.get(window, key) === globalThis)
      Object.defineProperty(window, key, { configurable: true, get: pageGlobal })
}
