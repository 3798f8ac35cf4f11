/**
 * Attributes, each of which is a node, and the lists of them. Changed: an empty list has no Maps, an attribute no lists.
 */
import type { Patch } from '../patch.ts'

export const NAMED_NODE_MAP: readonly Patch[] = [
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

export const ATTR: readonly Patch[] = [
  {
    why: 'two lists of children at every attribute',
    text: '    [PropertySymbol.nodeType] = NodeTypeEnum.attributeNode;\n',
    by: `    constructor() {
        super(LEAF);
    }
    [PropertySymbol.nodeType] = NodeTypeEnum.attributeNode;
    [PropertySymbol.nodeArray] = NOTHING;
    [PropertySymbol.elementArray] = NOTHING;
`,
  },
  {
    why: 'the list where there is nothing',
    text: "import Node from '../node/Node.js';",
    by: "import Node, { LEAF, NOTHING } from '../node/Node.js';",
  },
]
