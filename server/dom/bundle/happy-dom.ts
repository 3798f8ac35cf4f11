// Exports the parts of happy-dom that server/dom uses, the engines of selectors and calc, and the
// table of interfaces.
// Import them as `#happy-dom`: importing the package would load its classes twice.

import {
  CustomElementRegistry,
  Document,
  Element,
  ErrorEvent,
  Event,
  EventTarget,
  HashChangeEvent,
  HTMLElement,
  HTMLSelectElement,
  HTMLSerializer,
  HTMLSlotElement,
  HTMLTemplateElement,
  Location,
  Node,
  PopStateEvent,
  Text,
} from 'happy-dom'
import CSSStyleDeclaration from 'happy-dom/lib/css/declaration/CSSStyleDeclaration.js'
import DOMRectList from 'happy-dom/lib/dom/DOMRectList.js'
import DOMTokenList from 'happy-dom/lib/dom/DOMTokenList.js'
import MediaQueryList from 'happy-dom/lib/match-media/MediaQueryList.js'
import CharacterData from 'happy-dom/lib/nodes/character-data/CharacterData.js'
import ElementEventAttributeUtility from 'happy-dom/lib/nodes/element/ElementEventAttributeUtility.js'
import HTMLHyperlinkElementUtility from 'happy-dom/lib/nodes/html-hyperlink-element/HTMLHyperlinkElementUtility.js'
import HTMLInputElementValueSanitizer from 'happy-dom/lib/nodes/html-input-element/HTMLInputElementValueSanitizer.js'
import NodeFactory from 'happy-dom/lib/nodes/NodeFactory.js'
import NodeList from 'happy-dom/lib/nodes/node/NodeList.js'
import ParentNodeUtility from 'happy-dom/lib/nodes/parent-node/ParentNodeUtility.js'
import SVGGraphicsElement from 'happy-dom/lib/nodes/svg-graphics-element/SVGGraphicsElement.js'
import SVGTextContentElement from 'happy-dom/lib/nodes/svg-text-content-element/SVGTextContentElement.js'
import WindowBrowserContext from 'happy-dom/lib/window/WindowBrowserContext.js'

export { calc } from '@csstools/css-calc'
export { color, SyntaxFlag } from '@csstools/css-color-parser'
export { parseComponentValue } from '@csstools/css-parser-algorithms'
export { tokenize } from '@csstools/css-tokenizer'
export { _compileUnsafe as compileSelector } from 'css-select'
export { GlobalWindow, PropertySymbol } from 'happy-dom'
export { default as HTMLElementConfig } from 'happy-dom/lib/config/HTMLElementConfig.js'
export { default as SVGElementConfig } from 'happy-dom/lib/config/SVGElementConfig.js'
export { default as CookieStringUtility } from 'happy-dom/lib/cookie/urilities/CookieStringUtility.js'
export { default as CSSPropertyList } from 'happy-dom/lib/css/declaration/CSSPropertyList.js'
export { default as CSSPropertyManager } from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
export { default as HTMLParser } from 'happy-dom/lib/html-parser/HTMLParser.js'
export { default as ChildNodeUtility } from 'happy-dom/lib/nodes/child-node/ChildNodeUtility.js'
export { default as QuerySelector } from 'happy-dom/lib/query-selector/QuerySelector.js'
export { INTERFACES } from './interfaces.ts'

const CLASSES = {
  CustomElementRegistry,
  Document,
  Element,
  ErrorEvent,
  Event,
  EventTarget,
  HashChangeEvent,
  HTMLElement,
  HTMLSelectElement,
  HTMLSlotElement,
  HTMLTemplateElement,
  Location,
  Node,
  PopStateEvent,
  Text,
  CSSStyleDeclaration,
  DOMRectList,
  DOMTokenList,
  MediaQueryList,
  CharacterData,
  NodeList,
  SVGGraphicsElement,
  SVGTextContentElement,
}

const HELPERS = {
  ElementEventAttributeUtility,
  HTMLHyperlinkElementUtility,
  HTMLInputElementValueSanitizer,
  HTMLSerializer,
  NodeFactory,
  ParentNodeUtility,
  WindowBrowserContext,
}

/** Classes whose constructors take a key that pages do not have. */
interface Constructors {
  CSSStyleDeclaration: new (
    key: symbol,
    window: Window,
    options?: { element?: globalThis.Element; computed?: boolean },
  ) => globalThis.CSSStyleDeclaration
  DOMRectList: new (key: symbol) => globalThis.DOMRectList & DOMRect[]
  DOMTokenList: new (
    key: symbol,
    owner: globalThis.Element,
    attribute: string,
  ) => globalThis.DOMTokenList
  NodeList: new <T extends globalThis.Node>(key: symbol, items: readonly T[]) => NodeListOf<T>
}

/** Helpers whose arguments are nodes of pages. */
interface Helpers {
  ElementEventAttributeUtility: {
    getEventListener(element: globalThis.Element, property: string): unknown
  }
  HTMLHyperlinkElementUtility: {
    prototype: { element: globalThis.Element; getHref(): string; getProtocol(): string }
  }
  HTMLInputElementValueSanitizer: { sanitize(control: HTMLInputElement, value: string): string }
  HTMLSerializer: { prototype: { serializeToString(root: globalThis.Node): string } }
  NodeFactory: { createNode<T>(document: globalThis.Document, nodeClass: unknown): T }
  ParentNodeUtility: { getElementsByTagName(parent: globalThis.Node, tag: string): HTMLCollection }
  WindowBrowserContext: new (window: Window) => WindowBrowserContext
}

/**
 * The classes that a window's classes extend, and functions on nodes. They have the types of the
 * DOM, as all other code does: this is the only cast between the two sets of types.
 */
export const HappyDOM = { ...CLASSES, ...HELPERS } as unknown as Constructors &
  Helpers &
  Pick<typeof globalThis, keyof typeof CLASSES>
