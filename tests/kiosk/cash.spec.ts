/** Cash that a customer takes out on paper, and the scanner that reads such a paper at the terminal. */
import { Sandbox } from '../../scripts/Sandbox.ts'
import { AccessOverlay } from '../e2e/page-models/access-overlay.ts'
import { Menus } from '../e2e/page-models/menus.ts'
import { createTerminal } from './harness/fleet.ts'
import { FakePrinter } from './harness/FakePrinter.ts'
import { expect, test } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { logIn } from './harness/logIn.ts'

test.use({ monitor: { width: 600, height: 900 } })

test(
  'cash is taken out on paper, also when the paper comes later, and a scanner gives it to another customer',
  { tag: '@full' },
  async ({ start, desktop, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const printer = await FakePrinter.start()
    try {
      const owner = await sandbox.createUser({ balance: 100 })
      const guest = await sandbox.createUser({ balance: 5 })
      const { code, record } = await createTerminal(serverUrl)
      const { app, page } = await start({
        config: { kiosk: true, scale: 1, printer: `tcp://127.0.0.1:${printer.port}` },
        env: { PALPITE_ENROL_CODE: code },
      })
      await expect.poll(record).toMatchObject({ state: 'online' })
      // It was enrolled after its first page.
      await page.reload()
      const hand = new Hand(desktop)
      const balance = page.getByRole('status', { name: 'Saldo' })
      await logIn(page, hand, sandbox, owner)
      await page.goto('app://palpite/home?overlay=withdraw')
      await hand.click(page.getByText('Levar em dinheiro'))
      const out = page.locator('details', { hasText: 'Levar em dinheiro' })
      await hand.type(out.getByRole('textbox', { name: 'Valor da retirada' }), '40')
      await hand.type(out.getByRole('textbox', { name: 'Senha' }), owner.password)
      printer.state = 'paperOut'
      await hand.click(out.getByRole('button', { name: 'Imprimir vale' }))
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText('A impressora está sem papel')
      await hand.click(alert.getByRole('button'))
      // The money is on the screen.
      const shown = out.getByText(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
      const voucher = await shown.innerText()
      await expect(balance).toContainText('60,00')
      await page.screenshot({ path: 'artifacts/screens/kiosk-cash.png', fullPage: true })
      printer.state = 'ready'
      await hand.click(out.getByRole('button', { name: 'Imprimir de novo' }))
      await expect.poll(() => printer.printed.length).toBe(1)
      const paper = printer.printed[0]?.toString('latin1') ?? ''
      expect(paper).toContain(voucher)
      expect(paper).toMatch(/Valor +R\$\s40,00/)
      const address = new RegExp(`https?://[\\w.:/-]+vale${voucher}`).exec(paper)?.[0] ?? ''
      expect(address).not.toBe('')
      // The terminal reports its printer with the next call.
      await expect.poll(record, { timeout: 60_000 }).toMatchObject({ health: { printer: 'ready' } })

      // Another customer scans it before the login, while a field has the focus.
      const nextPage = app.waitForEvent('window')
      await page.goto('app://palpite/home')
      const menus = new Menus(page)
      await hand.click(page.getByRole('button', { name: 'Abrir menu da conta' }))
      await hand.click(menus.entry('Sair'))
      const next = await nextPage
      await hand.click(next.getByRole('button', { name: 'Entrar', exact: true }))
      await hand.type(next.getByRole('textbox', { name: 'E-mail' }), 'half@')
      desktop.type(address)
      desktop.press('Enter')
      await expect(next).toHaveURL(new RegExp(`/vale${voucher}`))
      await expect(next.getByRole('textbox', { name: 'E-mail' })).toHaveValue('half@')
      const access = new AccessOverlay(next, sandbox)
      await hand.type(access.field('E-mail'), guest.username)
      await hand.type(access.field('Senha'), guest.password)
      await hand.type(access.field('Captcha'), await access.answer())
      await hand.click(access.dialog.getByRole('button', { name: 'Autenticar-se', exact: true }))
      await expect(next.getByText(/Vale de R\$\s40,00/)).toBeVisible()
      await hand.click(next.getByRole('button', { name: 'Resgatar' }))
      const guests = next.getByRole('status', { name: 'Saldo' })
      await expect(guests).toContainText('45,00')

      // Scanned again, from home, where the redeemed voucher leads: somebody has had it.
      await expect(next).toHaveURL(/\/home/)
      desktop.type(address)
      desktop.press('Enter')
      await expect(next.getByRole('alertdialog')).toContainText('já foi usado')
    } finally {
      await printer.stop()
    }
  },
)
