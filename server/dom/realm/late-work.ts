/**
 * Ends what Node would go on with after a page: its message ports are closed, the timeouts of
 * signals are timers of the page, and what is compiled of WebAssembly is waited for.
 * https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels
 */
import { waitFor } from '../isolation/pending.ts'
import { giveAlways } from './give.ts'

const open = new Set<MessagePort>()

/** SIDE EFFECT: changes the functions that start it. */
export function endWithPage(target: typeof globalThis): void {
  keepPorts(target)
  target.AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const why = new target.DOMException('signal timed out', 'TimeoutError')
    target.setTimeout(() => controller.abort(why), ms)
    return controller.signal
  }
}

/** Counts a promise of a page's own language, which starts work on another thread. */
export function counted(what: string, promise: Promise<unknown>): unknown {
  waitFor(
    what,
    promise.then(
      () => undefined,
      () => undefined,
    ),
  )
  return giveAlways(promise)
}

/** SIDE EFFECT: keeps the ports of each channel. */
function keepPorts(target: typeof globalThis): void {
  const { MessageChannel: Native } = target
  const Class: typeof Native = new Proxy(Native, {
    construct(given, args, made) {
      const channel: MessageChannel = Reflect.construct(given, args, made === Class ? given : made)
      open.add(channel.port1).add(channel.port2)
      return channel
    },
  })
  Object.defineProperty(Native.prototype, 'constructor', { value: Class })
  Object.defineProperty(target, 'MessageChannel', {
    ...{ value: Class, configurable: true, writable: true },
  })
}

export function closePorts(): void {
  for (const port of open) port.close()
  open.clear()
}
