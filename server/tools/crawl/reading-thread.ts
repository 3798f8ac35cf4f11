// Parses untrusted documents in a thread, so that a costly document can only take down this thread.
// Keeps nothing between documents.

import { parentPort } from 'node:worker_threads'
import { readDocument } from './document.ts'
import { readFacts } from './facts.ts'

export type Reading =
  | { readonly as: 'document'; readonly html: string }
  | { readonly as: 'facts'; readonly html: string; readonly url: string }

parentPort?.on('message', (asked: Reading) => {
  parentPort?.postMessage(
    asked.as === 'document' ? readDocument(asked.html) : readFacts(asked.html, asked.url),
  )
})
parentPort?.postMessage('ready')
