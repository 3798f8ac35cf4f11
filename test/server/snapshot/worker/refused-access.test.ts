/**
 * An error of Node's permission model names the refused access, its place, and the setting that
 * allows it.
 */
import { expect } from '@playwright/test'
import { refusedAccess } from '../../../../server/snapshot/worker/refused-access.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('refused-access')

const refusal = (of: object) =>
  Object.assign(new Error('Access to this API has been restricted'), of, {
    stack: `Error: Access
    at Object.openSync (node:fs:573:18)
    at read (file:///srv/app/data.js:7:3)
    at context (/srv/app/app.js:2:1)`,
  })
const DENIED = 'ERR_ACCESS_DENIED'

for (const { of, parts } of [
  {
    of: { code: DENIED, permission: 'FileSystemRead', resource: '/etc/a' },
    parts: [
      'read /etc/a in a worker, as file:///srv/app/data.js:7 does',
      '"--allow-fs-read=/etc/a" to the setting "workerFlags"',
    ],
  },
  {
    of: { code: DENIED, permission: 'ChildProcess', resource: 'ls' },
    parts: ['start ls in', '"--allow-child-process"'],
  },
  {
    of: { code: DENIED, permission: 'WorkerThreads', resource: '' },
    parts: ['start a thread in', '"--allow-worker"'],
  },
  { of: { code: 'ERR_DLOPEN_DISABLED' }, parts: ['load native code in', '"--allow-addons"'] },
])
  test(`explains ${Object.values(of).join(' ')}`, () => {
    // The cause counts, as it does where context() throws.
    const error = new Error('HB103: The context() threw', { cause: refusal(of) })
    for (const part of parts) expect(refusedAccess(error)).toContain(part)
  })

test('does not explain other errors', () => {
  for (const error of [new Error('no'), refusal({ code: 'ENOENT' }), 'no', undefined])
    expect(refusedAccess(error)).toBeUndefined()
})
