/** A link that leads out of the application becomes a QR code for the customer's phone. */
import { smallTargets } from '../e2e/targets.ts'
import { expect, test } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { expectQrOnScreen } from './harness/qrOnScreen.ts'

test.use({ monitor: { width: 600, height: 900 } })

test('a telephone number and a web address become QR codes', { tag: '@full' }, async ({ start, desktop }) => {
  const { page } = await start({ config: { kiosk: true, scale: 1 } })
  const hand = new Hand(desktop)
  await page.goto('app://palpite/jogoResponsavel')
  const dialog = page.getByRole('dialog', { name: 'Abra no seu celular' })
  for (const { link, address, text } of [
    { link: /CVV/, address: 'tel:188', text: '188' },
    {
      link: /Jogadores Anônimos/,
      address: 'https://jogadoresanonimos.com.br/',
      text: 'https://jogadoresanonimos.com.br/',
    },
  ]) {
    await hand.click(page.getByRole('link', { name: link }))
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    await expectQrOnScreen(desktop, dialog.getByRole('img', { name: 'QR Code do link' }), address)
    expect(await desktop.windows()).toHaveLength(1)
    expect(await smallTargets(page)).toEqual([])
    desktop.press('Escape')
    await expect(dialog).toBeHidden()
  }
  expect(page.url()).toContain('app://palpite/jogoResponsavel')
})
