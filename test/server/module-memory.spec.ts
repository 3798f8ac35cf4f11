/** What a module remembers is found by drawing the first page again; whoever was drawn meanwhile hears of it as well. */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { createMemoryCheck } from '../../dist/server/render/module-memory.js'
import type { Page } from '../../src/page.ts'

const page = (state: string) => ({ page: { state, levels: [{ name: 'word' }] } as unknown as Page })
const later = () => {
  let open: (text: string | undefined) => void = () => {}
  const closed = new Promise<string | undefined>((resolve) => {
    open = resolve
  })
  return { closed, open }
}

test('a page that is drawn while the first is drawn again hears what that has shown', async () => {
  const look = createMemoryCheck<{ page: Page }>()
  const drawn = later()
  expect(await look('word', page('/a'), 'view 1', async () => 'never asked')).toBeUndefined()
  const second = look('word', page('/b'), 'view 2', () => drawn.closed)
  const third = look('word', page('/c'), 'view 3', async () => 'view 1')
  const other = await look('other', page('/d'), 'view 1', async () => 'never asked')
  drawn.open('view 4')
  expect(await second).toContain('shows something else for "#!/a"')
  expect(await third).toBe(await second)
  expect(other).toBeUndefined()
  for (let n = 0; n < 100; n += 1) {
    expect(await look('word', page('/e'), 'view 9', async () => 'view 1')).toBe(await second)
  }
})

test('a first page that cannot be drawn again proves nothing of the pages after it', async () => {
  const look = createMemoryCheck<{ page: Page }>()
  await look('word', page('/a'), 'view 1', async () => undefined)
  const broken = look('word', page('/b'), 'view 1', () => Promise.reject(new Error('broken')))
  const next = look('word', page('/c'), 'view 1', async () => 'view 1')
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBeUndefined()
})

test('a view that counts is found with its second page, whatever comes between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 80 }), async (scheduler, pages) => {
      const look = createMemoryCheck<{ page: Page }>()
      let views = 0
      const draw = () => {
        views += 1
        return `view ${views}`
      }
      const again = async () => {
        await scheduler.schedule(Promise.resolve())
        return draw()
      }
      const found = Array.from({ length: pages }, (_, n) =>
        look('word', page(`/${n}`), draw(), again),
      )
      await scheduler.waitFor(Promise.all(found))
      const said = await Promise.all(found)
      expect(said[0]).toBeUndefined()
      expect(said.slice(1).every((text) => text?.includes('#!/0'))).toBe(true)
    }),
    { numRuns: 200 },
  )
})
