/**
 * What is changed in happy-dom when it is built in, file by file: its trees are made lean. A node has some twenty collections,
 * most of which never hold anything; here each is made when something is put into it. (For plain values: `defaults.ts`.)
 * What happy-dom does wrong is not here but in server/dom, where a fix can be left out to show what it is for.
 */
import type { Patch } from './patch.ts'
import { ATTR, NAMED_NODE_MAP } from './patches/attributes.ts'
import { CHARACTER_DATA } from './patches/data.ts'
import { ELEMENT, HTML_ELEMENT } from './patches/element.ts'
import { EVENT_TARGET } from './patches/event-target.ts'
import { LOCATION } from './patches/location.ts'
import { NODE } from './patches/node.ts'

/** The changes of each file, in their order, by its path in happy-dom's lib. */
export const PATCHES: Readonly<Record<string, readonly Patch[]>> = {
  'event/EventTarget.js': EVENT_TARGET,
  'nodes/node/Node.js': NODE,
  'nodes/element/Element.js': ELEMENT,
  'nodes/html-element/HTMLElement.js': HTML_ELEMENT,
  'nodes/element/NamedNodeMap.js': NAMED_NODE_MAP,
  'nodes/attr/Attr.js': ATTR,
  'nodes/character-data/CharacterData.js': CHARACTER_DATA,
  'location/Location.js': LOCATION,
}
