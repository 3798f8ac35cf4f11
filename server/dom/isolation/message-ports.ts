/**
 * Closes the message ports of a page at its end, or watches them where a kept module may use them,
 * and sends messages to the window. happy-dom's are no clones, and have no ports.
 * https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels
 */
import { defineHidden, type InnerWindow } from '../internals.ts'
import { pageGlobal } from '../realm/realm.ts'
import { perPage } from './page-state.ts'
import { serialize, structuredClone } from './structured-clone.ts'
import { inRender } from './timers.ts'

const ports = perPage(() => ({ open: new Set<MessagePort>(), onUse: (): void => undefined }))
const used = () => ports().onUse()

/** SIDE EFFECT: replaces `MessageChannel` and `structuredClone`. */
export function installMessagePorts(target: typeof globalThis): void {
  const { MessageChannel: Native, MessagePort } = target
  const { postMessage } = MessagePort.prototype
  const classString = { value: 'MessagePort', configurable: true }
  Object.defineProperty(MessagePort.prototype, Symbol.toStringTag, classString)
  defineHidden(MessagePort.prototype, {
    postMessage(this: MessagePort, ...args: Parameters<typeof postMessage>) {
      serialize(args[0], () => Reflect.apply(postMessage, this, args))
    },
  })
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
  defineHidden(target, { MessageChannel: Class, structuredClone })
}

/** Calls back for each message and new channel of the page, until it ends. */
export function watchPorts(listener: () => void): void {
  const pagePorts = ports()
  pagePorts.onUse = listener
  // The listener stays: in Node 20, a port loses its handler with its last listener.
  for (const port of pagePorts.open) port.addEventListener('message', used)
}

export function closePorts(): void {
  for (const port of ports().open) port.close()
}

type Target = string | WindowPostMessageOptions

/** https://html.spec.whatwg.org/multipage/web-messaging.html#window-post-message-steps */
export function installWindowMessages(window: InnerWindow): void {
  const { DOMException } = window
  window.postMessage = (...args: [message?: unknown, to?: Target, transfer?: Transferable[]]) => {
    if (args.length === 0) throw new TypeError('1 argument required, but only 0 present.')
    const [message, to = '/', transferred = []] = args
    const { targetOrigin = '/', transfer = transferred } =
      typeof to === 'string' ? { targetOrigin: to } : to
    const { origin } = window.location
    const base = targetOrigin === '/' ? origin : undefined
    if (targetOrigin !== '*' && !URL.canParse(targetOrigin, base))
      throw new DOMException(`Invalid target origin '${targetOrigin}'`, 'SyntaxError')
    const transferredPorts = transfer.filter((item) => item instanceof MessagePort)
    const { data, ports } = structuredClone(
      { data: message, ports: transferredPorts },
      { transfer },
    )
    if (targetOrigin !== '*' && new URL(targetOrigin, base).origin !== origin) return
    globalThis.setTimeout(() => {
      const init = { data, origin, ports, source: pageGlobal() }
      window.dispatchEvent(new window.MessageEvent('message', init))
    })
  }
}
