/** A terminal without a keyboard: everything that a customer types comes from the keys on the screen. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { paymentBarHeight } from '#contract/paymentBar.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { AccessOverlay } from '../e2e/page-models/access-overlay.ts'
import { ChatPanel } from '../e2e/page-models/chat-panel.ts'
import { SlotPage } from '../e2e/page-models/slot-page.ts'
import { openedPayment } from '../e2e/paymentPages.ts'
import { textsIn } from '../e2e/texts.ts'
import type { Bounds, Desktop } from './harness/Desktop.ts'
import { expect, test as base } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { Provider } from './harness/Provider.ts'
import { ScreenKeys } from './harness/ScreenKeys.ts'
import { homeLink } from './harness/homeLink.ts'

const smallestKey = 44

/** Opens a payment page with a form, in front of the terminal's page. */
type OpenForm = (language: 'pt_BR' | 'vi_VN') => Promise<{
  form: Page
  keys: ScreenKeys
  /** Until the field has the focus. */
  clickField: (field: Locator) => Promise<void>
}>

/** At scale 1 a point of the page is one of the screen. */
const config = { kiosk: true, scale: 1 }

const test = base.extend<{ provider: Provider; openForm: OpenForm }>({
  provider: async ({}, use) => {
    const provider = new Provider()
    await provider.start()
    await use(provider)
    provider.stop()
  },
  openForm: async ({ start, desktop, provider }, use) => {
    await use(async (language) => {
      const { app, page } = await start({
        config: { ...config, paymentOrigins: [provider.origin, provider.otherOrigin] },
      })
      await expect(homeLink(page)).toBeVisible()
      const { bar, provider: form } = await openedPayment(app, () =>
        page.evaluate((order) => window.bridge?.invoke('payment:open', order), {
          orderId: 'order-1',
          url: `${provider.origin}/form`,
          timeLeft: 600_000,
          language,
        }),
      )
      const hand = new Hand(desktop)
      // Chromium drops input that comes right after the first paint.
      const clickField = (field: Locator) =>
        expect(async () => {
          await hand.click(field, { x: 0, y: paymentBarHeight })
          await expect(field).toBeFocused({ timeout: 500 })
        }).toPass()
      return { form, clickField, keys: new ScreenKeys(bar, desktop, textsIn(language).kiosk.keyboard.name) }
    })
  },
})

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
    await keys.tapField(stake)
    for (let left = (await stake.inputValue()).length; left > 0; left--) await keys.tap(keys.key('Apagar'))
    await keys.type(stake, '12,5')
    await picture(desktop, 'money')
    await keys.tap(keys.key('Esconder o teclado'))
    await expect(keys.keyboard).toBeHidden()
    await expect(stake).toHaveValue('12,50')
  },
)

test.describe('fields of other pages', () => {
  test.use({ monitor: { width: 480, height: 900 } })

  test('a customer writes to the support chat, and changes the stake of a slot @full', async ({
    start,
    desktop,
    serverUrl,
  }) => {
    const sandbox = new Sandbox(serverUrl)
    const player = await sandbox.createUser({ balance: 100 })
    const { page } = await start({ config })
    const keys = new ScreenKeys(page, desktop)
    const hand = new Hand(desktop)
    await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
    await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('100,00')

    await page.goto('app://palpite/play?game=frutas-do-brasil')
    const slot = new SlotPage(page, 'frutas-do-brasil')
    await slot.ready()
    await hand.click(slot.stake)
    await expect(slot.stake).toBeFocused()
    await expect(keys.keyboard).toBeVisible()
    for (let left = (await slot.stake.inputValue()).length; left > 0; left--)
      await keys.tap(keys.key('Apagar'))
    await keys.pressAll('2,5')
    await expect(slot.stake).toHaveValue('2,5')
    await expectAbove(keys, await slot.stake.boundingBox())
    await picture(desktop, 'slot')
    await keys.tap(keys.key('Esconder o teclado'))
    await expect(keys.keyboard).toBeHidden()
    await expect(slot.stake).toHaveValue('2,50')

    await hand.click(page.getByRole('button', { name: 'Voltar', exact: true }))
    const chat = new ChatPanel(page)
    await hand.click(chat.button)
    await chat.frame.locator('.cover').waitFor({ state: 'hidden' })
    await hand.click(chat.box)
    await expect(chat.box).toBeFocused()
    await expect(keys.keyboard).toBeVisible()
    await keys.pressAll('Ola, tudo?')
    await expect(chat.box).toHaveValue('Ola, tudo?')
    await expectAbove(keys, await chat.box.boundingBox())
    await picture(desktop, 'chat')
    await keys.tap(keys.key('Confirmar'))
    await expect(chat.bubbles).toHaveText(['Ola, tudo?'])
    await expect(chat.box).toHaveValue('')
  })

  test('a customer fills in the fields of a payment page, also those of a frame in it @full', async ({
    desktop,
    provider,
    openForm,
  }) => {
    const { form, clickField, keys } = await openForm('pt_BR')
    const typeInto = async (name: string, text: string) => {
      await clickField(form.getByRole('textbox', { name }))
      await expect(keys.keyboard).toBeVisible()
      await keys.pressAll(text)
      await expect.poll(() => provider.typed.get(name)).toBe(text)
    }
    await typeInto('payer', 'Ana Q. (2)')
    await picture(desktop, 'payment')
    await typeInto('cents', '12,5')
    await clickField(form.frameLocator('iframe').getByRole('textbox', { name: 'card' }))
    await expect(keys.key(',')).toBeHidden()
    await keys.pressAll('4111')
    await expect.poll(() => provider.typed.get('card')).toBe('4111')
    await keys.tap(keys.key('Apagar'))
    await expect.poll(() => provider.typed.get('card')).toBe('411')
    await keys.tap(keys.key('Esconder o teclado'))
    await expect(keys.keyboard).toBeHidden()
  })

  test('a Vietnamese tone changes the letter before it', { tag: '@full' }, async ({ provider, openForm }) => {
    const { form, clickField, keys } = await openForm('vi_VN')
    const { accents, backspace } = textsIn('vi_VN').kiosk.keyboard
    await clickField(form.getByRole('textbox', { name: 'payer' }))
    await expect(keys.keyboard).toBeVisible()
    const typed = () => provider.typed.get('payer')
    const tone = (mark: string) => keys.keyboard.getByRole('button').filter({ hasText: mark })
    await keys.tap(keys.key('v'))
    await keys.tap(keys.key(accents))
    await keys.tap(keys.key('ê'))
    await keys.tap(tone('\u0301'))
    await expect.poll(typed).toBe('vế')
    // One letter, as a system's keyboard types it: the form compares it with a name.
    expect(typed()).toHaveLength(2)
    await keys.tap(keys.key(backspace))
    await expect.poll(typed).toBe('v')
    // After a deletion the letter before is unknown: a tone alone would be a stray mark.
    await keys.tap(tone('\u0301'))
    await keys.tap(keys.key('ư'))
    await expect.poll(typed).toBe('vư')
  })
})

async function expectAbove(keys: ScreenKeys, field: Bounds | null): Promise<void> {
  const box = await keys.keyboard.boundingBox()
  expect(field && box && field.y >= 0 && field.y + field.height <= box.y).toBe(true)
}
