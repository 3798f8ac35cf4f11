/**
 * Writes down whatever this process asks of a network, at the last step before Node hands it to the system: TCP
 * connections, datagrams, pipes and names that are looked up. `--require` this file, and name the file to write to in `RECORD`.
 */
const { appendFileSync } = require('node:fs')
const { basename } = require('node:path')

const { RECORD } = process.env

/** What is called to reach somebody. */
const CALLS = {
  tcp_wrap: { TCP: /^connect6?$/ },
  pipe_wrap: { Pipe: /^connect$/ },
  udp_wrap: { UDP: /^(connect|send)6?$/ },
  cares_wrap: { ChannelWrap: /^query/ },
}

/** Writes down whom it is called for, and calls it. */
function watch(target, name, call) {
  const original = target[name]
  target[name] = function (...args) {
    const values = args.filter((one) => ['string', 'number'].includes(typeof one))
    appendFileSync(RECORD, `${call} ${values.join(' ')}\n`)
    return original.apply(this, args)
  }
}

for (const [binding, classes] of Object.entries(CALLS)) {
  const found = process.binding(binding)
  for (const [name, methods] of Object.entries(classes)) {
    const { prototype } = found[name]
    for (const method of Object.getOwnPropertyNames(prototype))
      if (methods.test(method)) watch(prototype, method, `${name}.${method}`)
  }
}
watch(process.binding('cares_wrap'), 'getaddrinfo', 'getaddrinfo')

appendFileSync(RECORD, `watching ${basename(process.argv[1] ?? '')}\n`)
