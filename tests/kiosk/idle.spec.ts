/** A customer who walks away, on a system that does not count how long nobody has used it: Cage, as the package has it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { paymentBarHeight } from '#contract/paymentBar.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { SlotPage } from '../e2e/page-models/slot-page.ts'
import { openedPayment } from '../e2e/paymentPages.ts'
import { whyNoCage } from './harness/cage.ts'
import { pressUntil, test } from './harness/cageTest.ts'
import { createTerminal } from './harness/fleet.ts'
import { expect } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { homeLink } from './harness/homeLink.ts'
import { Provider } from './harness/Provider.ts'

test.skip(whyNoCage !== '', whyNoCage)

const idleSeconds = 3
/** What a busy machine may take to show the next page, in which nobody does anything. */
const idleAnswerSeconds = 6
/** Longer than the terminal waits before it asks. */
const longMs = (idleSeconds + 1.5) * 1_000
const betweenMs = 700

const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Ainda está aí?' })

/** Does one thing again and again, for longer than somebody may do nothing, and expects not to be asked. */
async function keepOn(page: Page, what: string, act: () => Promise<unknown> | void): Promise<void> {
  // Whatever came before took its time.
  await act()
  await expect(questionOf(page)).toBeHidden()
  const asked = await listenForQuestions(page)
  const end = performance.now() + longMs
  while (performance.now() < end) {
    await act()
    await sleep(betweenMs)
  }
  // Null is the end of a question from before.
  const questions = (await asked()).filter((seconds) => seconds !== null)
  expect(questions, what).toEqual([])
}

/** Where the middle of something is on the screen: at scale 1 a point of the page is one of the screen. */
async function pointOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`not on the screen: ${String(target)}`)
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

/** What the terminal has asked the customer since. */
async function listenForQuestions(page: Page): Promise<() => Promise<(number | null)[]>> {
  const heard = await page.evaluateHandle(() => {
    const seconds: (number | null)[] = []
    window.bridge?.on('customer:idle', ({ secondsLeft }) => seconds.push(secondsLeft))
    return seconds
  })
  return () => heard.jsonValue()
}

/** A customer at a game, and where on the screen a press reaches the game's frame and nothing in it. */
async function openGame(page: Page, sandbox: Sandbox) {
  const player = await sandbox.createUser({ balance: 100 })
  await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
  await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('100,00')
  await page.goto('app://palpite/play?game=frutas-do-brasil')
  const slot = new SlotPage(page, 'frutas-do-brasil')
  await slot.ready()
  // A field would bring the keys of the screen, which are ours.
  return pointOf(slot.frame.getByText('Toque em girar'))
}

/** Nobody does anything: the terminal asks, and then has a page for the next customer. */
async function walkAway(
  app: ElectronApplication,
  page: Page,
  whileAsked = () => Promise.resolve(),
): Promise<void> {
  const next = app.waitForEvent('window')
  await expect(questionOf(page)).toBeVisible()
  await whileAsked()
  const nextPage = await next
  await expect(homeLink(nextPage)).toBeVisible()
  await expect(nextPage.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
}

test('whoever goes on by presses in a game is not asked; whoever walks away is logged out', async ({
  start,
  desktop,
  cage,
  serverUrl,
}) => {
  const { app, page } = await start({
    config: { kiosk: true, scale: 1, idleSeconds, idleAnswerSeconds },
    env: cage,
  })
  // Its first page has come: another address would interrupt it.
  await expect(homeLink(page)).toBeVisible()
  const point = await openGame(page, new Sandbox(serverUrl))
  await keepOn(page, 'presses in a game', () => desktop.click(point.x, point.y))
  await walkAway(app, page)
})

test('whoever goes on by presses, keys and touches is not asked, in whatever frame; whoever walks away is logged out, and the operator is obeyed @full', async ({
  start,
  desktop,
  cage,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { code, record, order } = await createTerminal(serverUrl)
  const provider = new Provider()
  await provider.start()
  try {
    const hand = new Hand(desktop)
    const { app, page } = await start({
      config: {
        kiosk: true,
        scale: 1,
        idleSeconds,
        idleAnswerSeconds,
        paymentOrigins: [provider.origin, provider.otherOrigin],
      },
      env: { ...cage, PALPITE_ENROL_CODE: code },
    })
    await expect.poll(record).toMatchObject({
      state: 'online',
      health: { idleSource: 'windows', windowSystem: 'x11' },
    })

    // A game, which is a frame of another origin: presses on one spot, then keys, then touches.
    const point = await openGame(page, sandbox)
    await keepOn(page, 'presses in a game', () => desktop.click(point.x, point.y))
    await expect.poll(async () => (await record())?.health?.lastInputSeconds).toEqual(expect.any(Number))
    await keepOn(page, 'keys in a game', () => desktop.press('Shift'))
    const touch = await page.context().newCDPSession(page)
    await keepOn(page, 'touches in a game', async () => {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    })

    // A payment page: keys in its own field, then presses in a frame of it.
    const { bar, provider: form } = await openedPayment(app, () =>
      page.evaluate((payment) => window.bridge?.invoke('payment:open', payment), {
        orderId: 'order-1',
        url: `${provider.origin}/form`,
        timeLeft: 600_000,
        language: 'pt_BR' as const,
      }),
    )
    await keepOn(page, 'keys in a payment', () => desktop.press('Shift'))
    const cardField = form.frameLocator('iframe').getByRole('textbox', { name: 'card' })
    const card = await pointOf(cardField)
    await keepOn(page, 'presses in a frame of a payment', () =>
      desktop.click(card.x, paymentBarHeight + card.y),
    )
    await expect(cardField).toBeFocused()
    // The question comes in front of the payment, which the answer brings back.
    await expect(questionOf(page)).toBeVisible()
    const goOn = questionOf(page).getByRole('button', { name: 'Continuar' })
    await pressUntil(hand, goOn, () => goOn.isHidden())
    await pressUntil(hand, bar.getByRole('button', { name: 'Cancelar' }), () => bar.isClosed())

    await order('screenshot')
    await walkAway(app, page, async () => {
      expect(await record()).toMatchObject({ screenshotAt: null })
    })
    await expect
      .poll(async () => (await record())?.screenshotAt, { timeout: 30_000 })
      .toEqual(expect.any(String))
  } finally {
    provider.stop()
  }
})
