// Leads people from the readable page of an adopted app into the app: the page holds what the app shows, but nothing of it acts. In:
// the address of the app, with what its states begin with. Out: an inline script, and its hash for a Content-Security-Policy.
// Nobody is sent on without a gesture of theirs: crawlers that run script find the page as it is, and keep it apart from others.
// A link that they click leads to the app at its state, and so does what only the app can answer: a button, a field, a form.

import { escapeAttribute } from './escape.ts'
import { scriptHash } from './inline-script.ts'

/** The name of the attribute that keeps a link as the snapshot had it begins so. */
export const KEPT_LINK = 'data-hashbang-'

const SOURCE =
  '((s)=>{const app=s.dataset.app,at=s.dataset.at,key="_escaped_fragment_=",go=(e,u)=>{e.preventDefault();e.stopImmediatePropagation();location.assign(u)};addEventListener("click",e=>{if(!e.isTrusted||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||!(e.target instanceof Element))return;const l=e.target.closest("a,area");if(l&&l.hasAttribute("href")){const h=l.getAttribute("data-hashbang-href");if(h===null||l.target&&l.target!=="_self"||l.hasAttribute("download"))return;const i=h.indexOf(key);go(e,i<0?new URL(h,new URL(app,location)).href:app+decodeURIComponent(h.slice(i+key.length)))}else if(e.target.closest("button,input,select,textarea,[role=button],[role=tab],[tabindex],[onclick]"))go(e,at)},true);for(const n of["submit","beforeinput","change"])addEventListener(n,e=>{if(e.isTrusted)go(e,at)},true)})(document.currentScript)'

/** The script as markup. @param app The page's path, and what states begin with. @param at The address of this state in the app. */
export const openAppScript = (app: string, at: string): string =>
  `<script data-app="${escapeAttribute(app)}" data-at="${escapeAttribute(at)}">${SOURCE}</script>`

/** What `script-src` of a policy must list for it. */
export const openAppScriptHash = scriptHash(SOURCE)
