/** A window that is made tells no `load` of its own: whose page it is tells that, once. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'

const DOM = import.meta.resolve('#happy-dom').replace(/happy-dom\.js$/, 'dom/index.js')

/** Notes what a thread's window tells from its first moment, or from the moment its first page has begun. */
const said = async (begin: string): Promise<unknown> => {
  const code = `import { setTimeout as wait } from 'node:timers/promises'
    const { parentPort } = await import('node:worker_threads')
    const dom = await import('${DOM}')
    const told = []
    const note = ({ type }) => told.push(type)
    for (const type of ['load', 'pageshow']) addEventListener(type, note)
    document.addEventListener('readystatechange', note)
    const state = document.readyState
    ${begin}
    for (const type of ['load', 'pageshow']) addEventListener(type, note)
    // Timers are told in order: those of the window were there first.
    for (const _ of [1, 2, 3]) await wait(5)
    parentPort.postMessage([state, told])`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  const [answer] = await once(worker, 'message')
  await worker.terminate()
  return answer
}

test('a window tells no load by itself, neither at first nor when a page begins', async () => {
  const begin = `dom.begin('http://localhost/#!/')`
  expect(await Promise.all([said(''), said(begin)])).toEqual([
    ['complete', []],
    ['complete', []],
  ])
})
