/**
 * Closes the message ports of a page when it ends. Node's would deliver later.
 * https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels
 */

const open = new Set<MessagePort>()

/** SIDE EFFECT: keeps the ports of each channel. */
export function installPorts(target: typeof globalThis): void {
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
