/** Keys of a bucket, from the environment or a file, and their exchange while a server or an export runs. */
import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import {
  findCredentials,
  type GiveCredentials,
} from '../../../../../server/tools/export/objects/credentials.ts'
import { suite } from '../../../../run/suite.ts'
import { folderWith } from '../../../helpers/files.ts'

const test = suite('credentials')

const profile = (id: string, { token, name = 'default' }: { token?: string; name?: string } = {}) =>
  `[${name}]\naws_access_key_id = ${id}\naws_secret_access_key=sec/ret+=\n${token === undefined ? '' : `aws_session_token = ${token}\n`}`

const fileWith = async (text: string) => {
  const file = join(await folderWith(), 'credentials')
  await writeFile(file, text)
  return file
}

const inFile = (file: string, more = {}) =>
  findCredentials({ AWS_SHARED_CREDENTIALS_FILE: file, ...more }) as GiveCredentials

test('keys are those of a profile in the file, unless the environment has some', async () => {
  const others = profile('OTHER', { name: 'other', token: 'of the other'.replaceAll(' ', '') })
  const text = `# a note\r\n${profile('ONE').replaceAll('\n', '\r\n')}; another\n${others}`
  const file = await fileWith(text)
  expect(inFile(file)()).toEqual({ accessKeyId: 'ONE', secretAccessKey: 'sec/ret+=' })
  expect(inFile(file, { AWS_PROFILE: 'other' })()).toMatchObject({
    ...{ accessKeyId: 'OTHER', sessionToken: 'oftheother' },
  })
  const env = { AWS_ACCESS_KEY_ID: 'ENV', AWS_SECRET_ACCESS_KEY: 'x' }
  expect(inFile(file, env)()).toEqual({ accessKeyId: 'ENV', secretAccessKey: 'x' })
})

test('what cannot be used is a sentence without a secret', async () => {
  const said = async (text: string, more = {}) =>
    findCredentials({ AWS_SHARED_CREDENTIALS_FILE: await fileWith(text), ...more })
  expect(await said('')).toContain('there is nothing of the profile "default"')
  expect(await said(profile('A'), { AWS_PROFILE: 'b' })).toContain('profile "b"')
  expect(await said('[default]\naws_access_key_id = A\n')).toContain(
    'aws_secret_access_key are missing',
  )
  const wrong = await said(profile('A', { token: 'to ken' }))
  expect(wrong).toContain('aws_session_token (not shown)')
  expect(wrong).not.toContain('ken"')
  expect(findCredentials({ AWS_SHARED_CREDENTIALS_FILE: '/not/there' })).toContain('(ENOENT)')
  expect(findCredentials({ AWS_ACCESS_KEY_ID: 'A' })).toContain('are missing')
})

test('a file that has changed is read anew; one that is half written or gone leaves the keys that were', async () => {
  const file = await fileWith(profile('ONE', { token: 'first' }))
  let now = 0
  const give = findCredentials({ AWS_SHARED_CREDENTIALS_FILE: file }, () => now) as GiveCredentials
  await writeFile(file, '[default]\naws_access_key_id = HALF')
  await rm(file)
  now += 1000
  expect(give()).toMatchObject({ accessKeyId: 'ONE', sessionToken: 'first' })
  await writeFile(file, profile('TWO'))
  now += 999
  expect(give().accessKeyId).toBe('ONE')
  now += 1
  expect(give().accessKeyId).toBe('TWO')
  expect(give().sessionToken).toBeUndefined()
  // As Kubernetes changes a secret that is mounted: a link leads elsewhere.
  const next = await fileWith(profile('SIX'))
  await symlink(next, `${file}.new`)
  await rename(`${file}.new`, file)
  now += 1000
  expect(give().accessKeyId).toBe('SIX')
})
