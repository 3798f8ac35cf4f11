/**
 * Ends the work of Node that a page started. Timeouts of signals are timers of the page. Its ports
 * for messages are closed, or watched where a kept module may have opened them. Code outside of
 * pages uses Node's own.
 * https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels
 */
import { defineHidden } from '../internals.ts'
import { inRender } from './timers.ts'

const open = new Set<MessagePort>()
let onLate: (() => void) | undefined
const late = () => onLate?.()

/** SIDE EFFECT: changes the functions that start it. */
export function installLateWork(target: typeof globalThis): void {
  const { AbortController, AbortSignal } = target
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  keepPorts(target)
  AbortSignal.timeout = (ms) => {
    if (!inRender()) return timeout(ms)
    const controller = new AbortController()
    const why = new target.DOMException('signal timed out', 'TimeoutError')
    target.setTimeout(() => controller.abort(why), ms)
    return controller.signal
  }
}

/** SIDE EFFECT: keeps the ports of each channel of a page. */
function keepPorts(target: typeof globalThis): void {
  const { MessageChannel: Native } = target
  const Class: typeof Native = new Proxy(Native, {
    construct(given, args, made) {
      const channel: MessageChannel = Reflect.construct(given, args, made === Class ? given : made)
      if (!inRender()) return channel
      open.add(channel.port1).add(channel.port2)
      late()
      return channel
    },
  })
  Object.defineProperty(Native.prototype, 'constructor', { value: Class })
  defineHidden(target, { MessageChannel: Class })
}

/**
 * Calls back for each message of the page's ports, and for each channel that it opens.
 * @returns A function that stops it.
 */
export function watchPorts(tell: () => void): () => void {
  onLate = tell
  // It stays: Node 20 forgets a port's handler with its last listener.
  for (const port of open) port.addEventListener('message', late)
  open.clear()
  return () => {
    onLate = undefined
  }
}

export function closePorts(): void {
  for (const port of open) port.close()
  open.clear()
}
