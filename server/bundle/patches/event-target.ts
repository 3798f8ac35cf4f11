/**
 * Event targets, which all nodes are. Changed: listeners are kept where there are any, and a constructor learns without
 * looking through its superclasses whether it upgrades an element.
 */
import type { Patch } from '../patch.ts'

export const EVENT_TARGET: readonly Patch[] = [
  {
    why: 'who is upgraded is asked for once a node, by one look at a Map that is nearly always empty',
    text: `        if (this.constructor[PropertySymbol.customElementUpgradeTarget]) {
            return (this.constructor[PropertySymbol.customElementUpgradeTarget]);
        }
`,
    by: `        if (upgrading.size > 0) {
            const element = upgrading.get(new.target);
            if (element) return (upgrade.element = element);
        }
`,
  },
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
    static get [PropertySymbol.customElementUpgradeTarget]() {
        return upgrading.get(this) ?? null;
    }
    static set [PropertySymbol.customElementUpgradeTarget](element) {
        if (element) upgrading.set(this, element);
        else upgrading.delete(this);
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
const upgrading = new Map();
export const upgrade = { element: null };
export default class EventTarget {`,
  },
  {
    why: 'an event passes by many nodes that nobody listens at',
    text: 'const listeners = this[PropertySymbol.listeners][eventPhase].get(event.type)?.slice();',
    by: 'const listeners = this[LISTENERS]?.listeners[eventPhase].get(event.type)?.slice();',
  },
]
