// Objects for untrusted keys.

/** An object without a prototype: `__proto__` and `constructor` are ordinary keys in it. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null)
