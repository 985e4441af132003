/** A customer with a phone: the terminal logs the phone in, and the phone the terminal, by QR codes on the screen. */
import { devices, type Browser, type Page } from '@playwright/test'
import { Sandbox, type SandboxUser } from '../../scripts/Sandbox.ts'
import { AccessOverlay } from '../e2e/page-models/access-overlay.ts'
import { Menus } from '../e2e/page-models/menus.ts'
import { smallTargets } from '../e2e/targets.ts'
import { createTerminal } from './harness/fleet.ts'
import { expect, test } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { logIn } from './harness/logIn.ts'
import { expectQrOnScreen } from './harness/qrOnScreen.ts'
import { tapNetwork, type TappedNetwork } from './harness/tapNetwork.ts'

/** At scale 1 a point of the page is one of the screen. */
const kiosk = { kiosk: true, scale: 1 }
test.use({ monitor: { width: 600, height: 900 } })

const balance = (page: Page) => page.getByRole('status', { name: 'Saldo' })

/** The last address of this kind that the server gave the terminal. */
function lastAddress(network: TappedNetwork, kind: 'zgo' | 'totem'): string {
  const address = [...network.received().matchAll(/"url":"([^"]+)"/g)]
    .map(([, url = '']) => url)
    .filter((url) => url.includes(`/${kind}`))
    .at(-1)
  if (!address) throw new Error(`the terminal got no ${kind} address`)
  return address
}

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function logInOnPhone(phone: Page, sandbox: Sandbox, player: SandboxUser): Promise<void> {
  await new AccessOverlay(phone, sandbox).login({ email: player.username, password: player.password })
  await expect(balance(phone)).toContainText('R$')
}

test(
  'a phone logs the terminal in with its approval, and a code is worth nothing afterwards or elsewhere',
  { tag: '@full' },
  async ({ start, desktop, browser, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const player = await sandbox.createUser({ balance: 321 })
    const network = await tapNetwork(serverUrl)
    try {
      const { code, record } = await createTerminal(serverUrl)
      const { page } = await start({
        config: { ...kiosk, serverUrl: network.url },
        env: { PALPITE_ENROL_CODE: code },
      })
      await expect.poll(record).toMatchObject({ state: 'online' })
      // It was enrolled after its first page.
      await page.reload()
      const hand = new Hand(desktop)
      await hand.click(page.getByRole('button', { name: 'Entrar', exact: true }))
      await hand.click(page.getByRole('button', { name: 'Entrar com o celular' }))
      const dialog = page.getByRole('dialog', { name: 'Entrar com o celular' })
      await expect(dialog.getByText(/^Expira em 1[012]\d s$/)).toBeVisible()
      const address = lastAddress(network, 'totem')
      await expectQrOnScreen(desktop, dialog.getByRole('img', { name: 'QR Code para o celular' }), address)
      await page.screenshot({ path: 'artifacts/screens/kiosk-phone-login.png' })
      expect(await smallTargets(page)).toEqual([])
      const number = await dialog.getByRole('strong').innerText()

      const phone = await openPhone(browser)
      await phone.goto(address)
      await expect(phone.getByText('Entre na sua conta para aprovar')).toBeVisible()
      await phone.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
      await logInOnPhone(phone, sandbox, player)
      await expect(phone.getByText('O totem “Balcão” pede para abrir sua conta.')).toBeVisible()
      await expect(phone.getByText(number, { exact: true })).toBeVisible()
      await phone.screenshot({ path: 'artifacts/screens/phone-approve.png' })
      expect(await smallTargets(phone)).toEqual([])
      await expect(dialog).toBeVisible()
      await phone.getByRole('button', { name: 'Aprovar', exact: true }).click()
      await expect(phone.getByText('Sua conta está aberta no totem')).toBeVisible()

      await expect(balance(page)).toContainText('321,00', { timeout: 20_000 })
      await expect(dialog).toBeHidden()
      // Whoever photographed the code comes too late.
      const other = await openPhone(browser)
      await other.goto(address)
      await other.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
      await logInOnPhone(other, sandbox, await sandbox.createUser({ balance: 5 }))
      await expect(other.getByText('Este código expirou')).toBeVisible()
      await expect(balance(page)).toContainText('321,00')
    } finally {
      network.close()
    }
  },
)

test(
  'the terminal logs the phone in once, says so, and can log it out again',
  { tag: '@full' },
  async ({ start, desktop, browser, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const player = await sandbox.createUser({ balance: 654 })
    const network = await tapNetwork(serverUrl)
    try {
      const { page } = await start({ config: { ...kiosk, serverUrl: network.url } })
      const hand = new Hand(desktop)
      await logIn(page, hand, sandbox, player)
      await hand.click(page.getByRole('button', { name: 'Abrir menu da conta' }))
      await hand.click(new Menus(page).entry('Continuar no celular'))
      const dialog = page.getByRole('dialog', { name: 'Continuar no celular' })
      await expect(dialog.getByText(/^Expira em 1[012]\d s$/)).toBeVisible()
      const address = lastAddress(network, 'zgo')
      await expectQrOnScreen(desktop, dialog.getByRole('img', { name: 'QR Code para o celular' }), address)
      await page.screenshot({ path: 'artifacts/screens/kiosk-continue.png' })
      expect(await smallTargets(page)).toEqual([])

      const phone = await openPhone(browser)
      await phone.goto(address)
      await expect(balance(phone)).toContainText('654,00')
      await expect(dialog.getByText('Sua conta está aberta no celular')).toBeVisible()
      await page.screenshot({ path: 'artifacts/screens/kiosk-continue-used.png' })

      const second = await openPhone(browser)
      await second.goto(address)
      await expect(second.getByText('Este link expirou')).toBeVisible()

      await hand.click(dialog.getByRole('button', { name: 'Não foi meu celular' }))
      await expect(dialog.getByText('Esse celular foi desconectado da sua conta.')).toBeVisible()
      await expect(balance(phone)).toBeHidden()
      await expect(balance(page)).toContainText('654,00')
    } finally {
      network.close()
    }
  },
)
