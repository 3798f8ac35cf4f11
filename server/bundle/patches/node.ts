/**
 * Nodes. Changed: a node has fields and collections of its own where they are not what every node begins with. `LEAF` in
 * its constructor stands for a node that nothing is ever in.
 */
import type { Patch } from '../patch.ts'

export const NODE: readonly Patch[] = [
  {
    why: 'the target of an upgrade is as it was',
    text: `        if (this.constructor[PropertySymbol.customElementUpgradeTarget]) {
            return this.constructor[PropertySymbol.customElementUpgradeTarget];
        }
`,
    by: `        if (this === upgrade.element) return this;
`,
  },
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
    by: `        this[PropertySymbol.mutationListeners] = NOTHING;
        this[PropertySymbol.childNodes] = null;
        this[PropertySymbol.assignedToSlot] = null;
        this[ANSWERS] = null;
        this[AFFECTED] = null;
        if (kind !== LEAF) {
            this[PropertySymbol.nodeArray] = [];
            this[PropertySymbol.elementArray] = [];
        }`,
  },
  {
    why: 'text, comments and attributes have nothing in them',
    text: `    constructor() {
        super();`,
    by: `    constructor(kind) {
        super();`,
  },
  {
    why: 'who is upgraded is known there',
    text: "import EventTarget from '../../event/EventTarget.js';",
    by: "import EventTarget, { upgrade } from '../../event/EventTarget.js';",
  },
  {
    why: 'where they are, and the list where there is nothing',
    text: 'export default class Node extends EventTarget {',
    by: `const ANSWERS = Symbol('answers');
const AFFECTED = Symbol('affected');
export const LEAF = Symbol('leaf');
export const NOTHING = Object.freeze([]);
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
const isAnswered = ({ result }) => result !== null;
export default class Node extends EventTarget {
    get [PropertySymbol.cache]() {
        return (this[ANSWERS] ??= new Answers());
    }
    get [PropertySymbol.affectsCache]() {
        const affected = (this[AFFECTED] ??= []);
        // Answers forgotten elsewhere stay listed here; the head of a document would list one more with every page.
        return affected.length % 64 === 63 ? (this[AFFECTED] = affected.filter(isAnswered)) : affected;
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
    by: `        if (this[PropertySymbol.mutationListeners] === NOTHING) {
            this[PropertySymbol.mutationListeners] = [];
        }
        this[PropertySymbol.mutationListeners].push(listener);`,
  },
]
