// Finds the part of the platform that an error comes of: Chromium has it, and the window of snapshots has not. In: the error, and where
// it was thrown. Out: the part's name as an author would write it. It is decided by what is there: the expression is followed
// from the global object, step by step, to the first that is missing; the list of Chromium's names says whether that is ours to
// have. Of an object that only the running code knows, such as an element, the name of the member decides alone: it must be
// a name of several words that the script does not give to anything itself.

import { failedExpression, originOf, type ScriptPlace, type Steps } from './failed-expression.ts'
import { missingNames, type PlatformNames } from './platform-names.ts'

/** A variable may be made of another, so often. */
const MOST_ORIGINS = 3

/**
 * Names it, such as `navigator.storage`.
 *
 * @param window The global object of the page.
 * @returns Undefined when the error is the page's own.
 */
export function missingApi(
  error: { readonly name: unknown; readonly message: unknown },
  place: ScriptPlace | undefined,
  window: object = globalThis,
): string | undefined {
  const message = String(error.message)
  const [, name] = /^([A-Za-z_$][\w$]*) is not defined$/.exec(message) ?? []
  if (name && error.name === 'ReferenceError') return missingAt([name], window)
  const steps = error.name === 'TypeError' ? failedExpression(message, place) : undefined
  return steps && ofSteps(steps, place, window)
}

function ofSteps(steps: Steps, place: ScriptPlace | undefined, window: object): string | undefined {
  let [root = '', ...members] = steps
  for (let count = 0; place && root !== '' && count < MOST_ORIGINS; count++) {
    const [first, ...more] = originOf(root, place) ?? []
    if (first === undefined || first === root) break
    root = first
    members = [...more, ...members]
  }
  // A name by itself that is no global is a variable: to read an unknown global is a ReferenceError.
  if (root in window) return missingAt([root, ...members], window)
  const member = steps.length > 1 || members.length > 0 ? members.at(-1) : undefined
  return member && place && ofAnyObject(member, place, missingNames())
}

/** Follows the steps from the global object. */
function missingAt(steps: Steps, window: object): string | undefined {
  const names = missingNames()
  let object: unknown = window
  let path = ''
  for (const step of steps) {
    if (!isObject(object)) return undefined
    if (!(step in object)) {
      const owners = object === window ? ['.', 'EventTarget'] : ownersOf(object, path)
      const isMissing = owners.some((owner) => names[owner]?.includes(step))
      return isMissing ? `${path}.${step}`.slice(1) : undefined
    }
    object = memberOf(object, step)
    path = object === window ? '' : `${path}.${step}`
  }
  return undefined
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

function memberOf(object: object, name: string): unknown {
  try {
    return Reflect.get(object, name)
  } catch {
    return undefined
  }
}

/** What the list may have an object's members under: its path, its interfaces. */
function ownersOf(object: object, path: string): string[] {
  const owners = [path]
  for (let at = Object.getPrototypeOf(object); at; at = Object.getPrototypeOf(at)) {
    const made = memberOf(at, 'constructor')
    if (typeof made === 'function') owners.push(made.name)
  }
  return owners
}

/** A word in a word: what an app calls its own things by chance is seldom such a name. */
const SEVERAL_WORDS = /[a-z][A-Z]/

/** Names the interface that alone could have had a member. */
function ofAnyObject(
  member: string,
  { text }: ScriptPlace,
  names: PlatformNames,
): string | undefined {
  const isOwn = new RegExp(`\\b${member}\\s*(?:[:=](?![=>])|\\([^()]*\\)\\s*\\{)|\\b${member}['"]`)
  if (!SEVERAL_WORDS.test(member) || isOwn.test(text)) return undefined
  const [owner] =
    Object.entries(names).find(([one, list]) => !one.startsWith('.') && list.includes(member)) ?? []
  return owner && `${owner}.prototype.${member}`
}
