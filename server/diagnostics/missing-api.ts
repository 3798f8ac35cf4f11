// Finds the platform API that an error comes from: Chromium has it, the window of snapshots lacks
// it. Follows the failed expression from the global object to the first missing step, and looks
// that up among Chromium's names. For unknown objects, such as elements, only the member's name
// decides: it must have several words, and the script must not assign it.

import { failedExpression, originOf, type ScriptPlace, type Steps } from './failed-expression.ts'
import { missingNames, type PlatformNames } from './platform-names.ts'

/** The most assignments that are followed from a variable. */
const MOST_ORIGINS = 3

/**
 * Names the API, such as `navigator.storage`.
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
  // A bare name that is no global is a variable: an unknown global throws a ReferenceError.
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

/** Keys of an object in the list of names: its path, its interfaces. */
function ownersOf(object: object, path: string): string[] {
  const owners = [path]
  for (let at = Object.getPrototypeOf(object); at; at = Object.getPrototypeOf(at)) {
    const made = memberOf(at, 'constructor')
    if (typeof made === 'function') owners.push(made.name)
  }
  return owners
}

/** Apps seldom choose such a name by chance. */
const SEVERAL_WORDS = /[a-z][A-Z]/

/** Names the only interface that could have a member. */
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
