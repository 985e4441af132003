/** What a scanner reads while a page or a frame of somebody else has the focus: a voucher is money, and Enter presses a button. */
import type { Locator } from '@playwright/test'
import { paymentBarHeight } from '#contract/paymentBar.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { SlotPage } from '../e2e/page-models/slot-page.ts'
import { openedPayment } from '../e2e/paymentPages.ts'
import { expect, test } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { Provider } from './harness/Provider.ts'

test.use({ monitor: { width: 600, height: 900 } })

/** A bank's own code, which our page knows nothing of. */
const foreignCode = '23793381286000782713695000063305'

test(
  'a voucher that is scanned in a game is redeemed; in a payment it is refused with a word and never typed',
  { tag: '@full' },
  async ({ start, desktop, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const provider = new Provider()
    await provider.start()
    try {
      const player = await sandbox.createUser({ balance: 100 })
      const { app, page } = await start({
        config: { kiosk: true, scale: 1, paymentOrigins: [provider.origin, provider.otherOrigin] },
      })
      const hand = new Hand(desktop)
      const scan = (text: string) => {
        desktop.type(text)
        desktop.press('Enter')
      }
      await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
      const balance = page.getByRole('status', { name: 'Saldo' })
      await expect(balance).toContainText('100,00')

      await page.goto('app://palpite/play?game=frutas-do-brasil')
      const slot = new SlotPage(page, 'frutas-do-brasil')
      await slot.ready()
      await hand.click(slot.frame.getByText('Toque em girar'))
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
      // Nobody scans within a millisecond of the press: the main process has been told by then.
      await page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve))
        await window.bridge?.invoke('frame:read')
      })
      scan((await sandbox.newVoucher(40)).url)
      await expect(balance).toContainText('140,00')

      const voucher = await sandbox.newVoucher(5)
      const { bar, provider: form } = await openedPayment(app, () =>
        page.evaluate((order) => window.bridge?.invoke('payment:open', order), {
          orderId: 'order-1',
          url: `${provider.origin}/form`,
          timeLeft: 600_000,
          language: 'pt_BR' as const,
        }),
      )
      const below = { x: 0, y: paymentBarHeight }
      const clickField = (field: Locator) =>
        expect(async () => {
          await hand.click(field, below)
          await expect(field).toBeFocused({ timeout: 500 })
        }).toPass()
      const card = form.frameLocator('iframe').getByRole('textbox', { name: 'card' })
      const word = bar.getByRole('alert')
      for (const field of [card, form.getByRole('textbox').first()]) {
        await clickField(field)
        // The keys of the screen come with the field.
        await expect(bar.getByRole('group', { name: 'Teclado na tela' })).toBeVisible()
        scan(voucher.url)
        await expect(word).toContainText('Nada foi digitado na página de pagamento')
        await bar.screenshot({ path: 'artifacts/screens/kiosk-scan-in-payment.png' })
        await hand.click(bar.getByRole('button', { name: 'Continuar a recarga' }))
        await expect(word).toBeHidden()
        await expect(field).toHaveValue('')
      }
      // No button of the page was pressed, and what belongs there is typed.
      await clickField(card)
      desktop.type(foreignCode)
      await expect(card).toHaveValue(foreignCode)
      expect(provider.typed.get('button')).toBeUndefined()
      await expect(balance).toContainText('140,00')
    } finally {
      provider.stop()
    }
  },
)
