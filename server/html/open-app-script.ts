// Leads people from the static readable page of an adopted app into the app. The inline script acts
// only on a gesture: a clicked link leads to the app at its state, and so does any button, field or
// form. Crawlers that run script see the page unchanged.

import { createHash } from 'node:crypto'
import { escapeAttribute } from './escape.ts'

/** Prefix of the attribute that keeps a link's original address. */
export const KEPT_LINK = 'data-hashbang-'

const SOURCE =
  '((s)=>{const app=s.dataset.app,at=s.dataset.at,key="_escaped_fragment_=",go=(e,u)=>{e.preventDefault();e.stopImmediatePropagation();location.assign(u)};addEventListener("click",e=>{if(!e.isTrusted||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||!(e.target instanceof Element))return;const l=e.target.closest("a,area");if(l&&l.hasAttribute("href")){const h=l.getAttribute("data-hashbang-href");if(h===null||l.target&&l.target!=="_self"||l.hasAttribute("download"))return;const i=h.indexOf(key);go(e,i<0?new URL(h,new URL(app,location)).href:app+decodeURIComponent(h.slice(i+key.length)))}else if(e.target.closest("button,input,select,textarea,[role=button],[role=tab],[tabindex],[onclick]"))go(e,at)},true);for(const n of["submit","beforeinput","change"])addEventListener(n,e=>{if(e.isTrusted)go(e,at)},true)})(document.currentScript)'

/** @param app The page's path and state prefix. @param at This state's address in the app. */
export const openAppScript = (app: string, at: string): string =>
  `<script data-app="${escapeAttribute(app)}" data-at="${escapeAttribute(at)}">${SOURCE}</script>`

/** Its hash for `script-src` of a policy. https://www.w3.org/TR/CSP3/#external-hash */
export const openAppScriptHash = `'sha256-${createHash('sha256').update(SOURCE).digest('base64')}'`
