import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'

// The main job without a pointer, and what a screen reader's tree says on the way.

test.skip(({ host }) => host !== 'web', 'the renderer of both hosts is the same')

const farthest = 90

/** Presses Tab until the element has the focus, as a player without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < farthest; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target}: not reached with ${farthest} presses of ${key}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('the main job by keyboard alone @full', async ({ app, page, sandbox }) => {
  const user = await sandbox.createUser({ balance: 50 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const access = new AccessOverlay(page, sandbox)
  const cashier = new CashierOverlay(page)
  const mines = new MinesPage(page)

  await test.step('login', async () => {
    await app.open('/home')
    await press(page, app.button('Entrar'))
    await tabTo(page, access.field('E-mail'))
    await page.keyboard.type(user.username)
    await tabTo(page, access.field('Senha'))
    await page.keyboard.type(user.password)
    await tabTo(page, access.field('Captcha'))
    await page.keyboard.type(await access.answer())
    await page.keyboard.press('Enter')
    await expect(app.balance).toHaveText('R$ 50,00')
    await expect(access.dialog).toBeHidden()
  })

  await test.step('deposit, up to the payment', async () => {
    await press(page, app.button('Depositar'))
    await tabTo(page, cashier.dialog.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    await press(page, cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }))
    await press(page, cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }))
    await expect(cashier.waiting).toBeVisible()
    const [order] = await sandbox.orders(user.username)
    await sandbox.settleOrder(order?.orderId ?? '', 'pay')
    await expect(cashier.waiting).toBeHidden()
    await expect(app.balance).not.toHaveText('R$ 50,00')
  })

  await test.step('a round of mines', async () => {
    await app.open('/home')
    await press(page, page.getByRole('link', { name: 'Ir para o conteúdo' }))
    await press(page, page.getByRole('main').getByRole('link', { name: 'Mines', exact: true }).first())
    await press(page, mines.bet)
    await expect(mines.cashOut).toBeVisible()
    await tabTo(page, mines.tile(1), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(mines.tile(2)).toHaveAccessibleName('Casa 2, diamante')
    await press(page, mines.cashOut)
    await expect(mines.result).toContainText(/^1,2/)
  })
})

test('arrows, Home and End choose a tab, also of the days of the calendar @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 50 })
  for (const [path, list] of [
    ['/footballPage', 'Partidas'],
    ['/registros', 'Tipo de movimentação'],
    ['/gamebouns', 'Calendário de promoções'],
  ] as const) {
    await app.open(path)
    const tabs = page.getByRole('tablist', { name: list }).getByRole('tab')
    await expect(tabs.first(), path).toBeVisible()
    const last = (await tabs.count()) - 1
    await tabs.first().focus()
    for (const [key, at] of [
      ['ArrowRight', 1],
      ['End', last],
      ['ArrowRight', 0],
      ['ArrowLeft', last],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect(tabs.nth(at), `${path} ${key}`).toBeFocused()
      await expect(tabs.nth(at), `${path} ${key}`).toHaveAttribute('aria-selected', 'true')
      await expect(
        page.getByRole('tablist', { name: list }).getByRole('tab', { selected: true }),
      ).toHaveCount(1)
    }
  }
})

test('a chosen tab stays chosen until the next press @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 50 })
  await app.open('/footballPage')
  const list = page.getByRole('tablist', { name: 'Partidas' })
  await list.getByRole('tab', { name: 'Ao vivo', selected: true }).focus()
  const choices = await list.evaluateHandle((element) => {
    const names: (string | null)[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof Element && target.ariaSelected === 'true') names.push(target.textContent)
      }
    }).observe(element, { subtree: true, attributeFilter: ['aria-selected'] })
    return names
  })
  for (const [key, name] of [
    ['End', 'Minhas apostas'],
    ['Home', 'Ao vivo'],
    ['ArrowLeft', 'Minhas apostas'],
    ['ArrowLeft', 'Próximas'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(list.getByRole('tab', { name, selected: true })).toBeFocused()
  }
  await expect(page.getByRole('tabpanel', { name: 'Próximas' })).toBeVisible()
  await expect(page).toHaveURL(/footballPage$/)
  expect(await choices.jsonValue()).toEqual(['Minhas apostas', 'Ao vivo', 'Minhas apostas', 'Próximas'])
})

test('what a screen reader finds on the way @full', async ({ app, page, login }) => {
  await login({ balance: 50 })
  await app.balance.waitFor()
  await test.step('home', async () => {
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - banner:
        - button "Abrir menu"
        - link "Palpite, ir para o início"
        - status "Saldo": R$ 50,00
        - button "Atualizar saldo"
        - button "Depositar"
        - button "Abrir menu da conta"
    `)
    await expect(page.getByRole('navigation', { name: 'Principal' })).toMatchAriaSnapshot(`
      - navigation "Principal":
        - link "Início"
        - link "Esportes"
        - button "Depósito"
        - link "Promoções"
        - link "Conta"
    `)
  })
  await test.step('deposit', async () => {
    await app.button('Depositar').click()
    await expect(app.dialog('Depósito')).toMatchAriaSnapshot(`
      - dialog "Depósito":
        - heading "Depósito" [level=2]
        - button "Fechar"
        - tablist:
          - tab "Depósito" [selected]
          - tab "Retirar"
        - tabpanel "Depósito":
          - textbox "Valor"
          - radiogroup:
            - radio /R\\$ 20,00/
            - radio /R\\$ 50,00/
            - radio /R\\$ 100,00/ [checked]
    `)
    await page.keyboard.press('Escape')
  })
  await test.step('mines', async () => {
    await app.open('/mines')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - button "Voltar"
        - heading "Mines" [level=1]
        - status "Saldo": R$ 50,00
        - button "Depositar"
        - list "Tabela de pagamentos":
          - listitem
        - group "Tabuleiro":
          - button "Casa 1" [disabled]
          - button "Casa 2" [disabled]
        - paragraph:
          - status "Resultado": 22 diamantes para encontrar
        - button "Jogo justo (Justiça)"
        - list "Histórico":
          - listitem
        - region "Controles":
          - textbox "Aposta": 10,00
          - button "Metade": ½
          - button "Dobro": 2×
          - button "Máximo": Máx.
          - spinbutton "Minas": "3"
        - button "Apostar"
    `)
  })
  await test.step('records', async () => {
    await app.open('/registros')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading "Registros" [level=1]
        - tablist:
          - tab "Depósitos" [selected]
          - tab "Retiradas"
          - tab "Apostas"
          - tab "Rodadas"
          - tab "Bônus"
    `)
  })
})

test.describe('colours that the system forces', () => {
  test('what is selected differs from what is not, and controls have an edge @full', async ({
    app,
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    try {
      await app.open('/double')
      const face = (name: string) => page.getByRole('radio', { name }).locator('+ span')
      const styleOf = (element: Locator, property: string) =>
        element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
      await expect
        .poll(
          async () =>
            (await styleOf(face('Vermelho'), 'background-color')) !==
            (await styleOf(face('Preto'), 'background-color')),
        )
        .toBe(true)
      expect(await styleOf(app.button('Apostar'), 'border-top-width')).not.toBe('0px')
      await page.setViewportSize({ width: 1280, height: 800 })
      const links = page.getByRole('navigation', { name: 'Principal' })
      await links.getByRole('link', { name: 'Esportes' }).click()
      await expect
        .poll(async () => {
          const here = await styleOf(links.getByRole('link', { name: 'Esportes' }), 'background-color')
          return here !== (await styleOf(links.getByRole('link', { name: 'Conta' }), 'background-color'))
        })
        .toBe(true)
    } finally {
      await page.emulateMedia({ forcedColors: null })
    }
  })
})
