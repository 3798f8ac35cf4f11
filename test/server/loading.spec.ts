/** A window that is made tells no `load` of its own: whose page it is tells that, once. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'

const DOM = import.meta.resolve('#happy-dom').replace(/happy-dom\.js$/, 'dom/index.js')

for (const [since, begin] of [
  ['at first', ''],
  ['when a page begins', `dom.open('http://localhost/#!/')`],
]) {
  test(`a window tells no load by itself, ${since}`, async () => {
    const code = `import { setTimeout as wait } from 'node:timers/promises'
      const { parentPort } = await import('node:worker_threads')
      const dom = await import('${DOM}')
      dom.createWindow()
      ${begin}
      const told = []
      const note = ({ type }) => told.push(type)
      for (const type of ['load', 'pageshow']) addEventListener(type, note)
      document.addEventListener('readystatechange', note)
      // Timers are told in order: those of the window were there first.
      for (const _ of [1, 2, 3]) await wait(5)
      parentPort.postMessage([document.readyState, told])`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    expect(await once(worker, 'message')).toEqual([['complete', []]])
    await worker.terminate()
  })
}
