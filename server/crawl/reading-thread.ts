// A thread that reads documents of strangers: whatever parsing one costs, in time or memory, is this
// thread's to lose. In: the text of a document. Out: its facts, as a message; nothing is kept.

import { parentPort } from 'node:worker_threads'
import { readDocument } from './document.ts'
import { readFacts } from './facts.ts'

/** What is to be read: as a crawler does, or as its readers do. */
export type Reading =
  | { readonly as: 'document'; readonly html: string }
  | { readonly as: 'facts'; readonly html: string; readonly url: string }

parentPort?.on('message', (asked: Reading) => {
  parentPort?.postMessage(
    asked.as === 'document' ? readDocument(asked.html) : readFacts(asked.html, asked.url),
  )
})
parentPort?.postMessage('ready')
