/**
 * Writes down whatever this process and its threads ask of a network, at the last step before Node hands it to the system: TCP
 * connections, datagrams, pipes and names that are looked up. In: `--require` of this file, the file to write to in `RECORD`.
 * Out: one line each. Nothing is kept from happening.
 */
const { appendFileSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const threads = require('node:worker_threads')

// Threads may be started with an environment of their own.
const RECORD = process.env.RECORD ?? threads.getEnvironmentData('RECORD')
threads.setEnvironmentData('RECORD', RECORD)

/** What is called to reach somebody, and what of its arguments says whom. */
const CALLS = {
  tcp_wrap: { TCP: ['connect', 'connect6'] },
  pipe_wrap: { Pipe: ['connect'] },
  udp_wrap: { UDP: ['connect', 'connect6', 'send', 'send6'] },
  cares_wrap: { ChannelWrap: /^query/ },
}

function record(what, args) {
  const said = args.filter((one) => ['string', 'number'].includes(typeof one))
  appendFileSync(RECORD, `${what} ${said.join(' ')}\n`)
}

function watch(target, name, what) {
  const original = target[name]
  target[name] = function (...args) {
    record(what, args)
    return original.apply(this, args)
  }
}

for (const [binding, classes] of Object.entries(CALLS)) {
  const found = process.binding(binding)
  for (const [name, methods] of Object.entries(classes)) {
    const { prototype } = found[name]
    const names = Array.isArray(methods)
      ? methods
      : Object.getOwnPropertyNames(prototype).filter((one) => methods.test(one))
    for (const method of names) watch(prototype, method, `${name}.${method}`)
  }
}
const names = process.binding('cares_wrap')
watch(names, 'getaddrinfo', 'getaddrinfo')

// Threads do not take this from their parent.
if (threads.isMainThread) {
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(file, options = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), '--require', __filename] })
    }
  }
  syncBuiltinESMExports()
}
appendFileSync(RECORD, `watching ${threads.isMainThread ? 'a process' : 'a thread'}\n`)
