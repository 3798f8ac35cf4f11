// A snapshot worker: a thread with a DOM of its own, in which the app's modules are evaluated once.
// SIDE EFFECT on import: installs the DOM, which must come before any module of the app, then serves jobs.
// workerData.apps: the app module of each page, as [path, URL].

import './dom.ts'
import { workerData } from 'node:worker_threads'

const { serve } = await import('./serve.ts')
const apps = workerData.apps as readonly (readonly [path: string, url: string])[]
await serve(await Promise.all(apps.map(async ([path, url]) => [path, await import(url)] as const)))
