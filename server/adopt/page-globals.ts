// What a browser does not have. In: the globals of the worker. Out: the name by which libraries find that they are in Node is
// gone from them, and no script of a page has the process in its hands. Modules of ours import it. `Buffer` and
// `global` stay: Node's own `fetch` takes them from the globals.

/** SIDE EFFECT: takes the name away. After everything of ours has been imported. */
export const hideNode = (target: object): boolean => Reflect.deleteProperty(target, 'process')
