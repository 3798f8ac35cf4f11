/**
 * What is not built in: happy-dom's ways into the network, and what it knows of domains for cookies. Nothing in a render reaches
 * those ways, as server/happy-dom puts others in their places; should anything ever, it throws instead of sending. Out: modules that
 * stand in for those left out, by the names that happy-dom imports them by.
 */

const noNetwork = `
const refuse = () => { throw new Error('There is no network in the DOM of a snapshot') };
export default new Proxy(class {}, { get: refuse, construct: refuse });
`

/** The code in the place of each module. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  // Its own trees: it is given an adapter to ours.
  domutils: 'export {};',
  domhandler: 'export const isTag = () => false;',
  ws: noNetwork,
  http: noNetwork,
  https: noNetwork,
  zlib: noNetwork,
  child_process: noNetwork,
  // A list of 10,000 suffixes that nobody may set a cookie for. Cookies end with their render and go nowhere, so the rule
  // that is left when no other fits will do: no domain of one label.
  '../PublicSuffixList.js': `
const none = new Set();
export default { exact: none, wildcard: none, exception: none };
`,
}
