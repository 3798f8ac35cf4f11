// Writes the inline scripts of pages: data as JSON, and the scripts of home pages and of readable
// pages.

import { createHash } from 'node:crypto'
import type { Page } from '../../src/page.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import { escapeAttribute } from './escape.ts'

const HOME_SOURCE =
  '((s,o,q,h,a)=>{if(/^#(!|%21)./.test(location.hash)){o=q=s.parentNode;h=s.dataset.prefix;o.style.display="none";addEventListener("load",()=>{if(customElements.get("hashbang-outlet"))return;a=document.createElement("a");o=location.hash.replace(/^#(!|%21)/,"").replace(/[?&#]((access|id)_token|state|code|error)=.*/,"").replace(/!(?=[2-7][\\dA-F])/g,"!21").replace(/#/g,"!23");a.href=h+(o[0]=="/"?o.slice(1):"!/"+o);a.textContent="Read it without scripts";q.replaceChildren("This page needs a script that has not loaded. ",a)});document.addEventListener("readystatechange",()=>{o.style.display="";if(s.parentNode===o)o.replaceChildren();document.querySelectorAll("[data-hashbang]").forEach(e=>e.remove());if(o=document.head.querySelector("#hashbang-head")){s=JSON.parse(o.text);"lang"in s&&(document.documentElement.lang=s.lang);o.replaceWith(...s.tags.map(([n,a,t])=>{n=="title"&&document.querySelector(n).remove();n=document.createElement(n);for(const k in a)n.setAttribute(k,a[k]);n.textContent=t;return n}))}["href","xlink:href","action","formaction"].forEach((n,a)=>{a="data-hashbang-"+n;document.querySelectorAll("["+CSS.escape(a)+"]").forEach((e,v)=>{v=e.getAttribute(a);e.removeAttribute(a);if(URL.canParse(v,location)&&new URL(v,location).origin===location.origin)e.setAttribute(n,v)})})},{once:true})}})(document.currentScript)'

/**
 * Removes the page's own content when its URL has a state. If the app does not load, a link leads
 * to the readable address.
 */
export const homeScript = (prefix: string): string =>
  `<script data-prefix="${prefix}">${HOME_SOURCE}</script>`

export const homeNotice = (scheme: Pick<ReadableScheme, 'href'>): string =>
  `<noscript><p>Where scripts are off, an address with “#!” shows this page. What “#!/name” names is at “${scheme.href('/name')}”.</p></noscript>`

/** Prefix of the attribute with a link's original address. */
export const KEPT_LINK = 'data-hashbang-'

const OPEN_APP_SOURCE =
  '((s)=>{const app=s.dataset.app,at=s.dataset.at,key="_escaped_fragment_=",go=(e,u)=>{e.preventDefault();e.stopImmediatePropagation();location.assign(u)};addEventListener("click",e=>{if(!e.isTrusted||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||!(e.target instanceof Element))return;const l=e.target.closest("a,area");if(l&&l.hasAttribute("href")){const h=l.getAttribute("data-hashbang-href");if(h===null||l.target&&l.target!=="_self"||l.hasAttribute("download"))return;const i=h.indexOf(key);go(e,i<0?new URL(h,new URL(app,location)).href:app+decodeURIComponent(h.slice(i+key.length)))}else if(e.target.closest("button,input,select,textarea,[role=button],[role=tab],[tabindex],[onclick]"))go(e,at)},true);for(const n of["submit","beforeinput","change"])addEventListener(n,e=>{if(e.isTrusted)go(e,at)},true)})(document.currentScript)'

/**
 * Leads people into the app at a gesture, so that crawlers that run script see the page unchanged.
 * @param app The page's path and state prefix. @param at This state in the app.
 */
export const openAppScript = (app: string, at: string): string =>
  `<script data-app="${escapeAttribute(app)}" data-at="${escapeAttribute(at)}">${OPEN_APP_SOURCE}</script>`

export const openAppScriptHash = `'sha256-${createHash('sha256').update(OPEN_APP_SOURCE).digest('base64')}'`

/** Most characters; the browser loads larger data itself. */
const MOST_DATA = 65_536

const MOST_DEPTH = 32

/** The loaders' data for the first view; empty if it is no JSON or too large. */
export function pageData(page: Pick<Page, 'state' | 'levels'>): string {
  try {
    return dataScript(page)
  } catch {
    return ''
  }
}

function dataScript({ state, levels }: Pick<Page, 'state' | 'levels'>): string {
  const loaded = levels.filter(({ data }) => data !== undefined)
  if (loaded.length === 0 || !loaded.every(({ data }) => isJson(data, MOST_DEPTH))) return ''
  const data = Object.fromEntries(loaded.map(({ name, data }) => [name, data]))
  const script = jsonScript('hashbang-data', { state, data })
  return script.length > MOST_DATA ? '' : script
}

/** No dates, maps, classes, cycles. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  return (
    !('toJSON' in value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.entries(value).every(
      ([key, item]) => key !== '__proto__' && (item === undefined || isJson(item, depth - 1)),
    )
  )
}

export function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${id}">${json}</script>`
}
