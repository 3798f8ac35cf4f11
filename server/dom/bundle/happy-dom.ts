// Exports the parts of happy-dom that server/dom uses, the engines of selectors and calc, and the
// table of interfaces.
// Import them as `#happy-dom`: importing the package would load its classes twice.

export { calc } from '@csstools/css-calc'
export { color, SyntaxFlag } from '@csstools/css-color-parser'
export { parseComponentValue } from '@csstools/css-parser-algorithms'
export { tokenize } from '@csstools/css-tokenizer'
export { _compileUnsafe as compileSelector } from 'css-select'
export {
  CustomElementRegistry,
  Document,
  Element,
  ErrorEvent,
  Event,
  EventTarget,
  GlobalWindow,
  HashChangeEvent,
  HTMLElement,
  HTMLSelectElement,
  HTMLSerializer,
  HTMLSlotElement,
  HTMLTemplateElement,
  Location,
  Node,
  PopStateEvent,
  PropertySymbol,
  Text,
} from 'happy-dom'
export { default as HTMLElementConfig } from 'happy-dom/lib/config/HTMLElementConfig.js'
export { default as SVGElementConfig } from 'happy-dom/lib/config/SVGElementConfig.js'
export { default as CookieStringUtility } from 'happy-dom/lib/cookie/urilities/CookieStringUtility.js'
export { default as CSSPropertyList } from 'happy-dom/lib/css/declaration/CSSPropertyList.js'
export { default as CSSStyleDeclaration } from 'happy-dom/lib/css/declaration/CSSStyleDeclaration.js'
export { default as CSSPropertyManager } from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
export { default as DOMRectList } from 'happy-dom/lib/dom/DOMRectList.js'
export { default as DOMTokenList } from 'happy-dom/lib/dom/DOMTokenList.js'
export { default as HTMLParser } from 'happy-dom/lib/html-parser/HTMLParser.js'
export { default as MediaQueryList } from 'happy-dom/lib/match-media/MediaQueryList.js'
export { default as CharacterData } from 'happy-dom/lib/nodes/character-data/CharacterData.js'
export { default as ChildNodeUtility } from 'happy-dom/lib/nodes/child-node/ChildNodeUtility.js'
export { default as ElementEventAttributeUtility } from 'happy-dom/lib/nodes/element/ElementEventAttributeUtility.js'
export { default as HTMLHyperlinkElementUtility } from 'happy-dom/lib/nodes/html-hyperlink-element/HTMLHyperlinkElementUtility.js'
export { default as HTMLInputElementValueSanitizer } from 'happy-dom/lib/nodes/html-input-element/HTMLInputElementValueSanitizer.js'
export { default as NodeFactory } from 'happy-dom/lib/nodes/NodeFactory.js'
export { default as NodeList } from 'happy-dom/lib/nodes/node/NodeList.js'
export { default as ParentNodeUtility } from 'happy-dom/lib/nodes/parent-node/ParentNodeUtility.js'
export { default as SVGGraphicsElement } from 'happy-dom/lib/nodes/svg-graphics-element/SVGGraphicsElement.js'
export { default as SVGTextContentElement } from 'happy-dom/lib/nodes/svg-text-content-element/SVGTextContentElement.js'
export { default as QuerySelector } from 'happy-dom/lib/query-selector/QuerySelector.js'
export { default as WindowBrowserContext } from 'happy-dom/lib/window/WindowBrowserContext.js'
export { INTERFACES } from './interfaces.ts'
