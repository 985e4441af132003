/** Nothing of a customer is left for the next one: not on the disk, not in a page, not in a clipboard. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { paymentBarHeight } from '#contract/paymentBar.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { newMatch } from '../e2e/matches.ts'
import { AccessOverlay } from '../e2e/page-models/access-overlay.ts'
import { CashierOverlay } from '../e2e/page-models/cashier-overlay.ts'
import { ChatPanel } from '../e2e/page-models/chat-panel.ts'
import { Menus } from '../e2e/page-models/menus.ts'
import { MinesPage } from '../e2e/page-models/mines-page.ts'
import { SlipPanel } from '../e2e/page-models/slip-panel.ts'
import { SlotPage } from '../e2e/page-models/slot-page.ts'
import { SportsPage } from '../e2e/page-models/sports-page.ts'
import { openedPayment } from '../e2e/paymentPages.ts'
import type { Desktop } from './harness/Desktop.ts'
import { countColour, expect, test, type Terminal } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { logIn } from './harness/logIn.ts'
import { Provider } from './harness/Provider.ts'
import { tapNetwork } from './harness/tapNetwork.ts'
import { findOnDisk, findTraces, flushStorage, noTraces } from './harness/traces.ts'
import { homeLink } from './harness/homeLink.ts'

/** At scale 1 a point of the page is one of the screen. */
const kiosk = { kiosk: true, scale: 1 }
test.use({ monitor: { width: 600, height: 900 } })

/** A text that nothing else contains, and that a keyboard can type. */
const newMarker = () => `q${randomUUID().replaceAll('-', '').slice(0, 12)}`
const balance = (page: Page) => page.getByRole('status', { name: 'Saldo' })
const home = homeLink
const open = (page: Page, path: string) => page.goto(`app://palpite${path}`)

/** Opens the payment page of a deposit and copies its code, which is returned. */
async function startPayment({ app, page }: Terminal, hand: Hand, desktop: Desktop): Promise<string> {
  const cashier = new CashierOverlay(page)
  await open(page, '/home?overlay=deposit')
  await hand.click(cashier.package('R$ 20,00'))
  await hand.click(cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }))
  const { provider } = await openedPayment(app, () =>
    hand.click(cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' })),
  )
  await provider.evaluate((text) => localStorage.setItem('payer', text), 'a provider may store this')
  await hand.click(provider.locator('#copy'), { x: 0, y: paymentBarHeight })
  await expect.poll(() => desktop.selection('CLIPBOARD')).toBeTruthy()
  return (await desktop.selection('CLIPBOARD')) ?? ''
}

/** Looks at the screen again and again, and counts how often the desktop shows: its black is not a colour of ours. */
function watchDesktop(desktop: Desktop): { stop(): Promise<{ bare: number; looks: number }> } {
  const counts = { bare: 0, looks: 0 }
  const area = { x: 0, y: 0, width: desktop.width, height: desktop.height }
  let isOver = false
  const look = async () => {
    while (!isOver) {
      if (countColour(await desktop.picture(), '#000000', area) > 20_000) counts.bare++
      counts.looks++
    }
    return counts
  }
  const looking = look()
  return {
    stop() {
      isOver = true
      return looking
    },
  }
}

for (const [what, isWhole, tag] of [
  ['a logout leaves', false, ''],
  ['a logout, and a power cut, leave', true, ' @full'],
] as const)
  test(`${what} nothing of a customer${tag}`, async ({ start, desktop, serverUrl, folder }) => {
    const sandbox = new Sandbox(serverUrl)
    const marker = newMarker()
    const player = await sandbox.createUser({ username: `${marker}@example.com`, balance: 100 })
    const terminal = await start({ config: { ...kiosk, language: 'en_US' } })
    const { app, page } = terminal
    const hand = new Hand(desktop)
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('language', 'pt_BR'))
    // A smaller page, where nothing of home is needed.
    const place = isWhole ? '/home' : '/download'
    await open(page, place)

    if (isWhole) {
      await hand.type(page.getByRole('searchbox', { name: 'Buscar jogo' }), marker)
      desktop.press('Control', 'a')
      await expect.poll(() => desktop.selection('PRIMARY')).toBe(marker)
      desktop.press('Escape')
      const access = new AccessOverlay(page, sandbox)
      await hand.click(page.getByRole('button', { name: 'Inscrever-se', exact: true }))
      await hand.type(access.field('E-mail'), `${marker}@draft.example`)
    }
    await logIn(page, hand, sandbox, player)
    await flushStorage(app)

    if (isWhole) {
      const match = await newMatch(sandbox, { home: marker })
      await open(page, '/footballPage')
      const sports = new SportsPage(page)
      await hand.click(sports.tab('Próximas'))
      await hand.click(sports.price(`Resultado final: ${match.home} 1,85`))
      await expect(new SlipPanel(page).bar).toBeVisible()

      await open(page, '/play?game=frutas-do-brasil')
      await new SlotPage(page, 'frutas-do-brasil').ready()

      await open(page, '/home?overlay=withdraw')
      const cashier = new CashierOverlay(page)
      await hand.click(cashier.withdrawPanel.getByRole('button', { name: 'Destino' }))
      await hand.type(cashier.destination.getByRole('textbox', { name: 'Nome do titular' }), marker)
    }

    const code = await startPayment(terminal, hand, desktop)
    desktop.press('Escape')
    await open(page, place)
    const chat = new ChatPanel(page)
    await hand.click(chat.button)
    await hand.type(chat.box, marker)
    desktop.press('Enter')
    await expect(chat.bubbles).toHaveText([marker])
    await hand.type(chat.box, marker)

    // All of it is there: what is searched below would be found.
    const markers = [marker, code]
    const before = await findTraces(app, desktop, folder, markers)
    // What was selected last, the code or something that was typed, is for the desktop to say: it must be gone, too.
    expect(before.selected).not.toBeNull()
    expect(before).toMatchObject({ pages: [marker], clipboard: code, disk: [] })
    expect(Math.max(...before.historyLengths)).toBeGreaterThan(3)

    desktop.press('Escape')
    const replaced = app.waitForEvent('window')
    const menus = new Menus(page)
    await hand.click(page.getByRole('button', { name: 'Abrir menu da conta' }))
    await hand.click(menus.entry('Sair'))
    const next = await replaced
    await expect(home(next)).toBeVisible()
    await expect(next.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    expect(next.url()).toBe('app://palpite/home')
    await expect.poll(() => findTraces(app, desktop, folder, markers)).toEqual(noTraces)
    if (!isWhole) return

    await next.evaluate(() => localStorage.setItem('language', 'pt_BR'))
    await open(next, '/home')
    await logIn(next, hand, sandbox, player)
    await flushStorage(app)
    await open(next, '/footballPage')
    await expect(new SportsPage(next).tab('Próximas')).toBeVisible()
    const ended = once(app.process(), 'exit')
    app.process().kill('SIGKILL')
    await ended
    expect(findOnDisk(folder, markers)).toEqual([])
    const restarted = await start()
    await expect(home(restarted.page)).toBeVisible()
    expect(await restarted.page.evaluate(() => window.bridge?.invoke('host:info'))).toMatchObject({
      hasSession: false,
    })
    await expect(restarted.page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  })

test(
  'a customer who walks away keeps round and payment; the next one finds nothing',
  { tag: '@full' },
  async ({ start, desktop, serverUrl, folder }) => {
    const sandbox = new Sandbox(serverUrl)
    const marker = newMarker()
    const player = await sandbox.createUser({ username: `${marker}@example.com`, balance: 100 })
    const network = await tapNetwork(serverUrl)
    const terminal = await start({
      config: {
        ...kiosk,
        serverUrl: network.url,
        paymentOrigins: [serverUrl],
        idleSeconds: 6,
        idleAnswerSeconds: 3,
      },
    })
    const { app, page } = terminal
    const hand = new Hand(desktop)
    await logIn(page, hand, sandbox, player)
    await open(page, '/mines')
    const mines = new MinesPage(page)
    await hand.click(mines.bet)
    await expect(mines.cashOut).toBeVisible()
    const code = await startPayment(terminal, hand, desktop)
    const [order] = await sandbox.orders(player.username)

    // The question is in front of the payment page; any key answers it.
    const question = page.getByRole('alertdialog', { name: 'Ainda está aí?' })
    await expect(question).toBeVisible()
    await expect.poll(async () => (await desktop.windows()).length).toBe(1)
    desktop.press('Shift')
    await expect(question).toBeHidden()
    await expect.poll(async () => (await desktop.windows()).length).toBe(2)

    const replaced = app.waitForEvent('window')
    await expect(question).toBeVisible()
    const watched = watchDesktop(desktop)
    const next = await replaced
    await expect(home(next)).toBeVisible()
    // Neither a gap nor a window that is smaller, from the question to the next customer's page.
    const { bare, looks } = await watched.stop()
    expect(looks).toBeGreaterThan(5)
    expect(bare).toBe(0)
    await expect.poll(() => findTraces(app, desktop, folder, [marker, code])).toEqual(noTraces)
    // Its session is over on the server as well.
    const [token = ''] = network.tokens
    await expect(sandbox.device(token).get('/api/app/user/userInfo')).rejects.toThrow('401')
    await logIn(next, hand, sandbox, player)
    await open(next, '/mines')
    await expect(new MinesPage(next).cashOut).toBeVisible()
    await open(next, '/home?overlay=deposit')
    await expect(new CashierOverlay(next).waiting).toBeVisible()
    await sandbox.settleOrder(order?.orderId ?? '', 'pay')
    await expect(balance(next)).toHaveText('R$ 110,00')
    network.close()
  },
)

test('a customer whose session ends elsewhere reads why, in their language @full', async ({
  start,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const player = await sandbox.createUser()
  const { app, page } = await start({ config: kiosk })
  await expect(home(page)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('language', 'ru_RU'))
  await open(page, await sandbox.loginPath(player.username))
  await expect(page.getByRole('status', { name: 'Баланс' })).toContainText('R$')
  await expect.poll(() => sandbox.isOnline(player.username)).toBe(true)

  const replaced = app.waitForEvent('window')
  const elsewhere = sandbox.device(await sandbox.newSession(player.username))
  await elsewhere.post('/api/app/user/sessions/end', {})
  const next = await replaced
  const reason = next.getByRole('alertdialog').filter({ hasText: 'Сеанс завершён. Войдите снова.' })
  await expect(reason).toBeVisible()
  await reason.getByRole('button').click()
  await expect(reason).toBeHidden()
  // Said once: the customer after that does not read it.
  await next.reload()
  await expect(home(next)).toBeVisible()
  await expect(next.getByRole('alertdialog')).toBeHidden()
})

test(
  'no game or provider knows a customer again, however many there are',
  { tag: '@full' },
  async ({ start, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const player = await sandbox.createUser()
    const provider = new Provider()
    await provider.start()
    try {
      const { app, page: first } = await start({ config: { ...kiosk, frameOrigins: [provider.origin] } })
      let page = first
      // A kiosk has three browser sessions for its customers: the fourth gets the first one's.
      for (let customer = 1; customer <= 5; customer++) {
        await expect(home(page)).toBeVisible()
        expect(await recognise(page, provider), `customer ${customer}`).toBe('')
        expect((await recognise(page, provider)).split(' '), 'whoever looks twice').toEqual([
          'localStorage',
          'sessionStorage',
          'cookie',
          'indexedDB',
          'caches',
          'files',
          'worker',
          'httpCache',
        ])
        await open(page, await sandbox.loginPath(player.username))
        await expect(balance(page)).toContainText('R$')
        const replaced = app.waitForEvent('window')
        await page.evaluate(() => void window.bridge?.invoke('session:clear'))
        page = await replaced
      }
    } finally {
      provider.stop()
    }
  },
)

/** By what a page in a frame knows the customer again. */
async function recognise(page: Page, { origin }: Provider): Promise<string> {
  await page.evaluate((src) => {
    document.querySelector('#recognising')?.remove()
    const frame = document.createElement('iframe')
    frame.src = src
    frame.id = 'recognising'
    document.body.append(frame)
  }, `${origin}/recognise`)
  const body = page.frameLocator('#recognising').locator('body[data-known]')
  return (await body.getAttribute('data-known')) ?? ''
}
