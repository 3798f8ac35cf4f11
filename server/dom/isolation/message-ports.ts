/**
 * Closes the message ports of a page at its end, or watches them where a kept module may use them.
 * https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels
 */
import { defineHidden } from '../internals.ts'
import { perPage } from './page-state.ts'
import { inRender } from './timers.ts'

const ports = perPage(() => ({ open: new Set<MessagePort>(), onUse: (): void => undefined }))
const used = () => ports().onUse()

/** SIDE EFFECT: replaces `MessageChannel`. */
export function installMessagePorts(target: typeof globalThis): void {
  const { MessageChannel: Native } = target
  const Class: typeof Native = new Proxy(Native, {
    construct(_, args, newTarget) {
      const channel: MessageChannel = Reflect.construct(
        Native,
        args,
        newTarget === Class ? Native : newTarget,
      )
      if (!inRender()) return channel
      ports().open.add(channel.port1).add(channel.port2)
      used()
      return channel
    },
  })
  Object.defineProperty(Native.prototype, 'constructor', { value: Class })
  defineHidden(target, { MessageChannel: Class })
}

/** Calls back for each message and new channel of the page, until it ends. */
export function watchPorts(listener: () => void): void {
  const own = ports()
  own.onUse = listener
  // Not removed: Node 20 loses a port's handler with its last listener.
  for (const port of own.open) port.addEventListener('message', used)
}

export function closePorts(): void {
  for (const port of ports().open) port.close()
}
