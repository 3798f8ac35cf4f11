// What server/dom uses of happy-dom, and so what is built into `#happy-dom`: sources import it by that name only, as a class
// that came from the package as well would be there twice. In development this file gives the types.

export {
  CustomElementRegistry,
  Document,
  Element,
  ErrorEvent,
  Event,
  GlobalWindow,
  HTMLElement,
  HTMLSelectElement,
  HTMLSerializer,
  HTMLSlotElement,
  HTMLTemplateElement,
  Location,
  Node,
  PopStateEvent,
  PropertySymbol,
} from 'happy-dom'
export { default as DOMTokenList } from 'happy-dom/lib/dom/DOMTokenList.js'
export { default as HistoryItemList } from 'happy-dom/lib/history/HistoryItemList.js'
export { default as HTMLParser } from 'happy-dom/lib/html-parser/HTMLParser.js'
export { default as CharacterData } from 'happy-dom/lib/nodes/character-data/CharacterData.js'
export { default as ChildNodeUtility } from 'happy-dom/lib/nodes/child-node/ChildNodeUtility.js'
export { default as HTMLHyperlinkElementUtility } from 'happy-dom/lib/nodes/html-hyperlink-element/HTMLHyperlinkElementUtility.js'
export { default as NodeFactory } from 'happy-dom/lib/nodes/NodeFactory.js'
export { default as ParentNodeUtility } from 'happy-dom/lib/nodes/parent-node/ParentNodeUtility.js'
export { default as WindowBrowserContext } from 'happy-dom/lib/window/WindowBrowserContext.js'
