/**
 * Elements. Changed: an element has attributes and a name; what else most elements never have comes when it is set.
 */
import type { Patch } from '../patch.ts'

export const ELEMENT: readonly Patch[] = [
  {
    why: 'the target of an upgrade is as it was; an element of HTML has nothing more to begin with',
    text: `        if (this.constructor[PropertySymbol.customElementUpgradeTarget]) {
            return this.constructor[PropertySymbol.customElementUpgradeTarget];
        }
`,
    by: `        if (this === upgrade.element) {
            upgrade.element = null;
            return this;
        }
`,
  },
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
    why: 'who is upgraded is known there',
    text: "import Node from '../node/Node.js';",
    by: "import Node from '../node/Node.js';\nimport { upgrade } from '../../event/EventTarget.js';",
  },
  {
    why: 'a new element has that already',
    text: '        clone[PropertySymbol.attributes] = new NamedNodeMap(clone);\n',
    by: '',
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

export const HTML_ELEMENT: readonly Patch[] = [
  {
    why: 'the target of an upgrade is as it was, which its superclass sees to',
    text: `        if (this.constructor[PropertySymbol.customElementUpgradeTarget]) {
            return (this.constructor[PropertySymbol.customElementUpgradeTarget]);
        }
`,
    by: '',
  },
  {
    why: 'a copy begins with that as well',
    text: '        clone[PropertySymbol.accessKey] = this[PropertySymbol.accessKey];',
    by: `        const accessKey = this[PropertySymbol.accessKey];
        if (accessKey !== '') clone[PropertySymbol.accessKey] = accessKey;`,
  },
]
