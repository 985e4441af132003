/** A terminal without a keyboard: everything that a customer types comes from the keys on the screen. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { AccessOverlay } from '../e2e/page-models/access-overlay.ts'
import type { Desktop } from './harness/Desktop.ts'
import { expect, test } from './harness/fixtures.ts'
import { ScreenKeys } from './harness/ScreenKeys.ts'

const smallestKey = 44

async function picture(desktop: Desktop, name: string): Promise<void> {
  if (process.env['E2E_PICTURES'] !== '1') return
  mkdirSync('artifacts/screens', { recursive: true })
  writeFileSync(`artifacts/screens/kiosk-keyboard-${name}.png`, PNG.sync.write(await desktop.picture()))
}

test(
  'a customer logs in and types an amount with the keys of the screen',
  { tag: '@full' },
  async ({ start, desktop, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const player = await sandbox.createUser({
      username: `k${randomUUID().slice(0, 6)}@q.co`,
      password: 'Senha#12',
      balance: 100,
    })
    const { page } = await start({ config: { kiosk: true } })
    const keys = new ScreenKeys(page, desktop)
    const access = new AccessOverlay(page, sandbox)

    await keys.tap(page.getByRole('button', { name: 'Entrar', exact: true }))
    await expect(access.dialog).toBeVisible()
    await expect(keys.keyboard).toBeHidden()
    await keys.type(access.field('E-mail'), player.username)
    const sizes = await keys.keyboard.getByRole('button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect()
        return Math.min(width, height)
      }),
    )
    expect(sizes.length).toBeGreaterThan(40)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(smallestKey)
    await picture(desktop, 'email')
    // Enter goes on to the next field.
    await keys.tap(keys.key('Confirmar'))
    await expect(access.field('Senha')).toBeFocused()
    await keys.type(access.field('Senha'), player.password)
    await picture(desktop, 'password')
    await keys.type(access.field('Captcha'), await access.answer())
    await keys.tap(keys.key('Confirmar'))
    await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('100,00')
    await expect(keys.keyboard).toBeHidden()

    await page.goto('app://palpite/dice')
    const stake = page.getByRole('textbox', { name: 'Aposta', exact: true })
    await keys.tap(stake)
    for (let left = (await stake.inputValue()).length; left > 0; left--) await keys.tap(keys.key('Apagar'))
    await keys.type(stake, '12,5')
    await picture(desktop, 'money')
    await keys.tap(keys.key('Esconder o teclado'))
    await expect(keys.keyboard).toBeHidden()
    await expect(stake).toHaveValue('12,50')
  },
)
