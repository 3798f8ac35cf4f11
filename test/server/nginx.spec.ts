/**
 * A real nginx as a cache before a server, as docs/guides/deploy.md says. Servers and Redis that
 * are lost behind one: fleet.spec.ts.
 */
import { expect, test } from '@playwright/test'
import { startNginx } from '../fixtures/site/nginx.ts'
import { startBackend, startSite, uglyUrl } from '../fixtures/site/site.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('nginx')

const cached = (port: number) => (folder: string) =>
  `
  proxy_cache_path ${folder}/cache keys_zone=snapshots:1m;
  server {
    listen PORT;
    location / {
      proxy_pass http://127.0.0.1:${port};
      proxy_http_version 1.1;
      proxy_cache snapshots;
      proxy_cache_lock on;
      proxy_cache_background_update on;
      add_header X-Cache $upstream_cache_status;
    }
  }`

test('nginx as a cache sends one request for many clients, and serves stale pages during an update', async () => {
  const backend = await startBackend()
  const site = await startSite()
  const nginx = await startNginx(cached(site.port))
  const requests = () => site.events.filter(({ type }) => type === 'answered').length
  const get = () =>
    fetch(uglyUrl(nginx.url, '/brief/one'), { headers: { 'accept-encoding': 'identity' } })

  backend.answer('/brief/one', { hold: true, body: 'the first' })
  const before = requests()
  const many = Array.from({ length: 50 }, get)
  await backend.asked('/brief/one')
  backend.release('/brief/one')
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]))
  // Coalesced on both levels: one request of nginx, one render of the server.
  expect(requests() - before).toBe(1)
  expect(backend.count('/brief/one')).toBe(1)

  backend.answer('/brief/one', { body: 'the second' })
  // Never waits: first the old page, and in the background a new one.
  const texts = new Set<string>()
  const shown = async () => {
    const [text = ''] = (await (await get()).text()).match(/the first|the second/) ?? []
    texts.add(text)
    return text
  }
  await expect.poll(shown).toBe('the second')
  expect([...texts]).toEqual(['the first', 'the second'])

  // If the server is gone, nginx sends its cached pages.
  await site.stop()
  for (let time = 0; time < 5; time++) expect((await get()).status).toBe(200)
  await nginx.stop()
  await backend.close()
})
