// Keeps the content of the page itself from being seen where its URL has a state: the app shows that instead, and finds the
// links of its shell as it wrote them. In: nothing.
// Out: an inline script that stands before the content, and its hash for a Content-Security-Policy.
// The content is hidden before it is parsed and gone before deferred scripts run, so that the app finds an empty outlet.

import { scriptHash } from './inline-script.ts'

const SOURCE =
  '((s,o)=>{if(/^#!./.test(location.hash)){o=s.parentNode;o.style.display="none";document.addEventListener("readystatechange",()=>{o.style.display="";if(s.parentNode===o)o.replaceChildren();document.querySelectorAll("[data-hashbang]").forEach(e=>e.remove());if(o=document.getElementById("hashbang-head")){o.content.querySelector("title")&&document.querySelector("title").remove();o.hasAttribute("lang")&&(document.documentElement.lang=o.lang);o.replaceWith(o.content)}["href","xlink:href","action","formaction"].forEach((n,a)=>{a="data-hashbang-"+n;document.querySelectorAll("["+CSS.escape(a)+"]").forEach((e,v)=>{v=e.getAttribute(a);e.removeAttribute(a);if(URL.canParse(v,location)&&new URL(v,location).origin===location.origin)e.setAttribute(n,v)})})},{once:true})}})(document.currentScript)'

/** The script as markup. */
export const homeScript = `<script>${SOURCE}</script>`

/** What `script-src` of a policy must list for it. */
export const homeScriptHash = scriptHash(SOURCE)
