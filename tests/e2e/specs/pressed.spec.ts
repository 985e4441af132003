import type { Locator, Page } from '@playwright/test'
import { expect, test, withMotion } from '../fixtures.ts'
import { ChatPanel } from '../page-models/chat-panel.ts'
import { SlotPage } from '../page-models/slot-page.ts'
import { lookOf, silentPresses } from '../silentPresses.ts'
import { waitUntilSettled } from '../textFit.ts'

// Without feedback a player presses again. It takes about 30 s.
test.skip(({ host }) => host !== 'web', 'the renderer of both hosts is the same')

/** Transitions on the page that have begun. */
const begunTransitions = (page: Page) =>
  page.evaluate(() => Number(document.body.dataset['transitions'] ?? 0))
const countTransitions = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.body
    document.addEventListener('transitionrun', () => {
      dataset['transitions'] = String(Number(dataset['transitions'] ?? 0) + 1)
    })
  })
const runningTransitions = (target: Locator) =>
  target.evaluate((node) => node.getAnimations({ subtree: true }).length)

test('whatever is pressed shows it @full', async ({ app, page, signIn }) => {
  // A transition to the look under the pointer would count as an answer.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const known = new Set<string>()
  const expectFeedback = async (path: string) => {
    await app.open(path)
    if (path.includes('overlay=')) await expect(page.getByRole('dialog')).toBeVisible()
    await waitUntilSettled(page)
    expect.soft(await silentPresses(page, known), path).toEqual([])
  }
  for (const path of ['/home', '/footballPage', '/home?overlay=login', '/home?overlay=register'])
    await expectFeedback(path)
  await signIn({ balance: 1284.5, level: 3, lx: '20' })
  for (const path of [
    '/home',
    '/conta',
    '/registros',
    '/vip',
    '/gamebouns',
    '/signInSheet',
    '/gameMess',
    '/share',
    '/jogoResponsavel',
    '/mines',
    '/double',
    '/luckyColor',
    '/footballPage',
    '/home?overlay=deposit',
    '/home?overlay=withdraw',
  ])
    await expectFeedback(path)
  // Otherwise nothing was found, and the test would always pass.
  expect(known.size).toBeGreaterThan(60)
})

test.describe('with motion', () => {
  test.use(withMotion)

  test('a press shows at once, and only its end is eased @full', async ({ app, page }) => {
    await app.open('/home')
    await waitUntilSettled(page)
    await countTransitions(page)
    for (const target of [
      page.getByRole('button', { name: 'Inscrever-se' }).first(),
      page.getByRole('tab', { name: 'Slots', exact: true }),
      page.getByRole('navigation').getByRole('link').last(),
    ]) {
      await target.hover()
      // Those of the pointer.
      await expect.poll(() => runningTransitions(target)).toBe(0)
      const [atRest, begun] = [await lookOf(target), await begunTransitions(page)]
      await page.mouse.down()
      expect(await lookOf(target)).not.toBe(atRest)
      expect(await begunTransitions(page)).toBe(begun)
      await page.mouse.move(-10, -10)
      await page.mouse.up()
      await expect.poll(() => begunTransitions(page)).toBeGreaterThan(begun)
    }
  })
})

test('so does whatever is pressed in a slot and in the chat @full', async ({ app, page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn({ balance: 100 })
  const known = new Set<string>()
  await app.open('/play?game=ouro-da-serra')
  const slot = new SlotPage(page, 'ouro-da-serra')
  await slot.ready()
  const game = await slot.frameDocument()
  expect.soft(await silentPresses(page, known, game), 'the machine').toEqual([])
  await slot.spin.click()
  await slot.ready()
  for (const [button, title] of [
    ['Histórico', 'Histórico'],
    ['Automático', 'Giros automáticos'],
    ['Tabela e regras', 'Tabela e regras'],
  ] as const) {
    await slot.button(button).click()
    await expect(slot.dialog(title)).toBeVisible()
    expect.soft(await silentPresses(page, known, game), title).toEqual([])
    await slot.dialog(title).getByRole('button', { name: 'Fechar' }).click()
  }
  const inGame = known.size
  await app.open('/home')
  const chat = new ChatPanel(page)
  await chat.open()
  const conversation = page.frames().find((frame) => new URL(frame.url()).pathname === '/chat')
  expect.soft(await silentPresses(page, known, conversation), 'the chat').toEqual([])
  // Otherwise nothing was found, and the test would always pass.
  expect(inGame).toBeGreaterThan(8)
  expect(known.size - inGame).toBeGreaterThan(1)
})
