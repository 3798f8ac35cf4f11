// Hides the page's own content when its URL has a state, which the app will show instead. Removes
// it before deferred scripts run, so the app finds an empty outlet and its own links. If the app's
// script has not arrived when loading ends, a link leads to the readable address.

import type { ReadableScheme } from '../../src/readable.ts'

const SOURCE =
  '((s,o,q,h,a)=>{if(/^#(!|%21)./.test(location.hash)){o=q=s.parentNode;h=s.dataset.prefix;o.style.display="none";addEventListener("load",()=>{if(customElements.get("hashbang-outlet"))return;a=document.createElement("a");o=location.hash.replace(/^#(!|%21)/,"").replace(/[?&#]((access|id)_token|state|code|error)=.*/,"").replace(/!(?=[2-7][\\dA-F])/g,"!21").replace(/#/g,"!23");a.href=h+(o[0]=="/"?o.slice(1):"!/"+o);a.textContent="Read it without scripts";q.replaceChildren("This page needs a script that has not loaded. ",a)});document.addEventListener("readystatechange",()=>{o.style.display="";if(s.parentNode===o)o.replaceChildren();document.querySelectorAll("[data-hashbang]").forEach(e=>e.remove());if(o=document.head.querySelector("#hashbang-head")){s=JSON.parse(o.text);"lang"in s&&(document.documentElement.lang=s.lang);o.replaceWith(...s.tags.map(([n,a,t])=>{n=="title"&&document.querySelector(n).remove();n=document.createElement(n);for(const k in a)n.setAttribute(k,a[k]);n.textContent=t;return n}))}["href","xlink:href","action","formaction"].forEach((n,a)=>{a="data-hashbang-"+n;document.querySelectorAll("["+CSS.escape(a)+"]").forEach((e,v)=>{v=e.getAttribute(a);e.removeAttribute(a);if(URL.canParse(v,location)&&new URL(v,location).origin===location.origin)e.setAttribute(n,v)})})},{once:true})}})(document.currentScript)'

/** The script as markup. @param prefix The prefix of the app's readable addresses. */
export const homeScript = (prefix: string): string =>
  `<script data-prefix="${prefix}">${SOURCE}</script>`

/** Explains to readers without script why an address with a state shows the start page. */
export const homeNotice = (scheme: Pick<ReadableScheme, 'href'>): string =>
  `<noscript><p>Where scripts are off, an address with “#!” shows this page. What “#!/name” names is at “${scheme.href('/name')}”.</p></noscript>`
