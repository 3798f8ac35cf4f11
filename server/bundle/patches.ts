/**
 * What is changed in happy-dom when it is built in: text by file, exact, so that a version that reads otherwise fails the build.
 * These make a tree lean: collections that most nodes never use are made when something is put into them. What happy-dom
 * does wrong is not here but in server/dom, where a fix can be left out to show what it is for.
 */

/** One change. */
export interface Patch {
  readonly why: string
  /** What the file says, once. */
  readonly text: string
  readonly by: string
}

/** The changes of each file, by its path in happy-dom's lib. */
export const PATCHES: Readonly<Record<string, readonly Patch[]>> = {
  'event/EventTarget.js': [
    {
      why: 'every node has four Maps for listeners, and hardly any has a listener',
      text: `        this[PropertySymbol.listeners] = {
            bubbling: new Map(),
            capturing: new Map()
        };
        this[PropertySymbol.listenerOptions] = {
            bubbling: new Map(),
            capturing: new Map()
        };
    }`,
      by: `        this[LISTENERS] = null;
    }
    get [PropertySymbol.listeners]() {
        return (this[LISTENERS] ??= new Listeners()).listeners;
    }
    get [PropertySymbol.listenerOptions]() {
        return (this[LISTENERS] ??= new Listeners()).options;
    }`,
    },
    {
      why: 'where they are kept',
      text: 'export default class EventTarget {',
      by: `const LISTENERS = Symbol('listeners');
class Listeners {
    listeners = { bubbling: new Map(), capturing: new Map() };
    options = { bubbling: new Map(), capturing: new Map() };
}
export default class EventTarget {`,
    },
    {
      why: 'an event passes by many nodes that nobody listens at',
      text: 'const listeners = this[PropertySymbol.listeners][eventPhase].get(event.type)?.slice();',
      by: 'const listeners = this[LISTENERS]?.listeners[eventPhase].get(event.type)?.slice();',
    },
  ],
}
