/**
 * What is changed in happy-dom when it is built in: text by file, exact, so that a version that reads otherwise fails the build.
 * These make a tree lean: a node has some twenty collections, and most never hold anything, so each is made when something
 * is put into it. What happy-dom does wrong is not here but in server/dom, where a fix can be left out to show what it is for.
 */

/** One change. */
export interface Patch {
  readonly why: string
  /** What the file says, once. */
  readonly text: string
  readonly by: string
}

const LISTENERS: readonly Patch[] = [
  {
    why: 'four Maps for listeners at every node, and hardly any has a listener',
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
    why: 'where they are',
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
]

const NODE: readonly Patch[] = [
  {
    why: 'seven Maps for answers to queries at every node, most of which are never asked, and never watched',
    text: `        this[PropertySymbol.mutationListeners] = [];
        this[PropertySymbol.nodeArray] = [];
        this[PropertySymbol.elementArray] = [];
        this[PropertySymbol.childNodes] = null;
        this[PropertySymbol.assignedToSlot] = null;
        this[PropertySymbol.cache] = {
            querySelector: new Map(),
            querySelectorAll: new Map(),
            matches: new Map(),
            elementsByTagName: new Map(),
            elementsByTagNameNS: new Map(),
            elementByTagName: new Map(),
            elementById: new Map(),
            computedStyle: null
        };
        this[PropertySymbol.affectsCache] = [];`,
    by: `        this[PropertySymbol.mutationListeners] = NOBODY;
        this[PropertySymbol.nodeArray] = [];
        this[PropertySymbol.elementArray] = [];
        this[PropertySymbol.childNodes] = null;
        this[PropertySymbol.assignedToSlot] = null;
        this[ANSWERS] = null;
        this[AFFECTED] = null;`,
  },
  {
    why: 'where they are, and the list of those who watch where nobody does',
    text: 'export default class Node extends EventTarget {',
    by: `const ANSWERS = Symbol('answers');
const AFFECTED = Symbol('affected');
const NOBODY = Object.freeze([]);
class Answers {
    querySelector = new Map();
    querySelectorAll = new Map();
    matches = new Map();
    elementsByTagName = new Map();
    elementsByTagNameNS = new Map();
    elementByTagName = new Map();
    elementById = new Map();
    computedStyle = null;
}
export default class Node extends EventTarget {
    get [PropertySymbol.cache]() {
        return (this[ANSWERS] ??= new Answers());
    }
    get [PropertySymbol.affectsCache]() {
        return (this[AFFECTED] ??= []);
    }
    set [PropertySymbol.affectsCache](list) {
        this[AFFECTED] = list;
    }`,
  },
  {
    why: 'every insertion, removal and change of an attribute forgets answers: nothing is to be done where there are none',
    text: `        const cache = this[PropertySymbol.cache];
        if (cache.querySelector.size) {`,
    by: `        const affected = this[AFFECTED];
        if (affected !== null) {
            for (let i = 0; i < affected.length; i++) affected[i].result = null;
            this[AFFECTED] = null;
        }
        const cache = this[ANSWERS];
        if (cache === null) return;
        if (cache.querySelector.size) {`,
  },
  {
    why: 'done above',
    text: `        const affectsCache = this[PropertySymbol.affectsCache];
        if (affectsCache.length) {
            for (const item of affectsCache) {
                item.result = null;
            }
            this[PropertySymbol.affectsCache] = [];
        }
`,
    by: '',
  },
  {
    why: 'the list where nobody watches is shared',
    text: '        this[PropertySymbol.mutationListeners].push(listener);',
    by: `        if (this[PropertySymbol.mutationListeners] === NOBODY) {
            this[PropertySymbol.mutationListeners] = [];
        }
        this[PropertySymbol.mutationListeners].push(listener);`,
  },
]

const ELEMENT: readonly Patch[] = [
  {
    why: 'for pointers, handlers and animations, which an element of a snapshot hardly ever has',
    text: `        this[PropertySymbol.pointerCaptures] = new Set();
        this[PropertySymbol.propertyEventListeners] = new Map();
        this[PropertySymbol.animations] = [];`,
    by: `        this[CAPTURES] = null;
        this[HANDLERS] = null;
        this[ANIMATIONS] = null;`,
  },
  {
    why: 'where they are',
    text: 'export default class Element extends Node {',
    by: `const CAPTURES = Symbol('captures');
const HANDLERS = Symbol('handlers');
const ANIMATIONS = Symbol('animations');
export default class Element extends Node {
    get [PropertySymbol.pointerCaptures]() {
        return (this[CAPTURES] ??= new Set());
    }
    get [PropertySymbol.propertyEventListeners]() {
        return (this[HANDLERS] ??= new Map());
    }
    get [PropertySymbol.animations]() {
        return (this[ANIMATIONS] ??= []);
    }`,
  },
]

const ATTRIBUTES: readonly Patch[] = [
  {
    why: 'three Maps at every element, and many have no attribute; who only reads gets one that is always empty',
    text: `    // Items by attribute namespaceURI
    [PropertySymbol.itemsByNamespaceURI] = new Map();
    // Items by attribute name
    [PropertySymbol.itemsByName] = new Map();
    // All items
    [PropertySymbol.items] = new Map();
`,
    by: `    [ITEMS] = NONE;
    get [PropertySymbol.itemsByNamespaceURI]() {
        return this[ITEMS].byNamespaceURI;
    }
    get [PropertySymbol.itemsByName]() {
        return this[ITEMS].byName;
    }
    get [PropertySymbol.items]() {
        return this[ITEMS].all;
    }
`,
  },
  {
    why: 'where they are',
    text: 'export default class NamedNodeMap {',
    by: `const ITEMS = Symbol('items');
class Items {
    byNamespaceURI = new Map();
    byName = new Map();
    all = new Map();
}
const NONE = new Items();
export default class NamedNodeMap {`,
  },
  {
    why: 'the only place that puts something into them',
    text: `        item[PropertySymbol.ownerElement] = this[PropertySymbol.ownerElement];
`,
    by: `        item[PropertySymbol.ownerElement] = this[PropertySymbol.ownerElement];
        if (this[ITEMS] === NONE) {
            this[ITEMS] = new Items();
        }
`,
  },
]

/** The changes of each file, by its path in happy-dom's lib. */
export const PATCHES: Readonly<Record<string, readonly Patch[]>> = {
  'event/EventTarget.js': LISTENERS,
  'nodes/node/Node.js': NODE,
  'nodes/element/Element.js': ELEMENT,
  'nodes/element/NamedNodeMap.js': ATTRIBUTES,
}
