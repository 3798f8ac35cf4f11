/**
 * Replaces modules that are left out of the bundle: happy-dom's cookie domains, and its network
 * code, which server/dom replaces. A render that still reaches it gets an error.
 */

const noNetwork = `
const refuse = () => { throw new Error('There is no network in the DOM of a snapshot') };
export default new Proxy(class {}, { get: refuse, construct: refuse });
`

/** By import name. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  // The caller passes an adapter to happy-dom's trees instead.
  domutils: 'export {};',
  domhandler: 'export const isTag = () => false;',
  ws: noNetwork,
  http: noNetwork,
  https: noNetwork,
  zlib: noNetwork,
  child_process: noNetwork,
  // A list of 10,000 public suffixes. Cookies end with their render and are never sent, so the
  // default rule is enough: no domain of one label.
  '../PublicSuffixList.js': `
const none = new Set();
export default { exact: none, wildcard: none, exception: none };
`,
}
