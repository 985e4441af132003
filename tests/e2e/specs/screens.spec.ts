import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectFullScreen } from '../boxes.ts'
import { expect, test } from '../fixtures.ts'
import { look as lookAt, type Size } from '../look.ts'
import { expectNames } from '../names.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { isWhole } from '../../scope.ts'
import { walkTo, walkToOverlay } from '../textFit.ts'

// Every screen and overlay: axe finds no violation on a phone, and the names are those of the contract (names.ts); `npm run
// test:rest` looks at other sizes, too.

const guestTours: Record<string, string[]> = {
  // In `npm test` a player is at home.
  'first pages': [
    ...(isWhole ? ['/home'] : []),
    '/registered',
    '/error',
    '/zgoexpired',
    '/resultados',
    '/regras',
    '/fair',
  ],
  account: ['/conta', '/registros', '/download', '/jogoResponsavel', '/identidade'],
  loyalty: ['/vip', '/agentJl', '/ladderBonus', '/gamebouns', '/signInSheet', '/active1', '/active999'],
  games: ['/mines', '/limbo', '/double', '/luckyColor', '/rowDouble', '/footballPage'],
}
/** What players see of them is the same but for a few words. */
const toursOfPlayers = ['account', 'loyalty', 'games']

const playerTours: Record<string, string[]> = {
  wallet: ['/home', '/conta', '/registros', '/paySuccess', '/jogoResponsavel', '/identidade', '/download'],
  loyalty: ['/vip', '/share', '/agentJl', '/ladderBonus'],
  rewards: ['/gamebouns', '/signInSheet', '/gameMess', '/active1', '/active3'],
  games: ['/mines', '/dice', '/limbo', '/double', '/luckyColor', '/rowDouble', '/footballPage'],
}

/** A small page: axe looks at what is below a dialog, too. */
const underOverlays = '/download'

const nameOf = (path: string) => path.replaceAll('/', '-')

for (const [at, tag] of [
  [['phone'], ''],
  [['small', 'desktop'], '@full'],
] as const)
  test.describe(`${at.join(', ')} ${tag}`, () => lookAtAll(at))

function lookAtAll(at: readonly Size[]): void {
  test.skip(({ host }) => host !== 'web' && !at.includes('phone'), 'the window has a size of its own')
  const look = (page: Page, host: string, name: string) =>
    lookAt(page, host, name, { at, ...(at.includes('phone') && { expectMore: expectNames }) })

  test.describe('guest', () => {
    for (const [tour, paths] of Object.entries(guestTours)) {
      test(`pages: ${tour}${toursOfPlayers.includes(tour) ? ' @full' : ''}`, async ({ app, page, host }) => {
        for (const [index, path] of paths.entries()) {
          await (index === 0 ? app.open(path) : walkTo(page, path))
          await look(page, host, `guest${nameOf(path)}`)
        }
      })
    }

    test('an invitation', async ({ app, page, host, sandbox }) => {
      const inviteCode = `LOOK${randomUUID().slice(0, 8)}`.toUpperCase()
      await sandbox.createUser({ inviteCode })
      await app.open(`/y${inviteCode}`)
      // It opens by itself.
      await app.dialog('Acesso').waitFor()
      await look(page, host, 'guest-invitation')
    })

    test('overlays and menu', async ({ app, page, host }) => {
      await app.open(underOverlays)
      for (const [overlay, title] of [
        ['register', 'Acesso'],
        ['language', 'Idioma'],
        ['terms', 'Termos de serviço'],
        ['login', 'Acesso'],
      ] as const) {
        await walkToOverlay(page, overlay)
        await app.dialog(title).waitFor()
        await look(page, host, `guest-overlay-${overlay}`)
      }
      await app.button('Esqueceu a senha?').click()
      await app.dialog('Redefinir senha').waitFor()
      await look(page, host, 'guest-overlay-resetPassword')
      // That of a player is nearly the same.
      if (!isWhole) return
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await app.button('Abrir menu').click()
      await app.dialog('Menu').waitFor()
      await look(page, host, 'guest-menu-side')
    })
  })

  test.describe('player', () => {
    for (const [tour, paths] of Object.entries(playerTours)) {
      test(`pages: ${tour}`, async ({ app, page, host, signIn }) => {
        await signIn({ balance: 1284.5, level: 3 })
        for (const [index, path] of paths.entries()) {
          await (index === 0 ? app.open(path) : walkTo(page, path))
          await look(page, host, `player${nameOf(path)}`)
        }
      })
    }

    test('withdrawal, its destination, and a deposit up to the waiting dialog', async ({
      app,
      page,
      host,
      signIn,
    }) => {
      await signIn({
        balance: 1284.5,
        lx: '20',
        payDiscount: { discount: 0.1, expiredTime: new Date(Date.now() + 3_600_000).toISOString() },
      })
      const cashier = new CashierOverlay(page)
      await app.open(`${underOverlays}?overlay=withdraw`)
      await cashier.withdrawPanel.waitFor()
      await look(page, host, 'player-overlay-withdraw')
      await cashier.withdrawPanel.getByRole('button', { name: 'Destino', exact: true }).click()
      await cashier.destination.waitFor()
      await look(page, host, 'player-overlay-destination')
      await walkToOverlay(page, 'deposit')
      await cashier.dialog.waitFor()
      await look(page, host, 'player-overlay-deposit')
      await cashier.package('R$ 100,00').click()
      await cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
      await cashier.confirm.waitFor()
      await look(page, host, 'player-overlay-confirm')
      await cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).click()
      await cashier.waiting.waitFor()
      await look(page, host, 'player-overlay-waiting')
    })

    test('identity', async ({ app, page, host, signIn }) => {
      await signIn({ kyc: 0 })
      await app.open(underOverlays)
      await app.button('Depositar').click()
      await app.dialog('Verificação de identidade').waitFor()
      await look(page, host, 'player-overlay-editBank')
    })

    test('gift: popup and second deposit', async ({ app, page, host, login }) => {
      await login({ balance: 1284.5, gift: 1, messenger: 'https://t.me/palpite' })
      await page.getByRole('dialog', { name: 'Você ganhou um presente' }).waitFor()
      await look(page, host, 'player-overlay-award')
      await app.open('/conta?overlay=deposit')
      await app.button('Ver presente').click()
      await expect(page).toHaveURL(/overlay=secondDeposit/)
      await page.getByRole('dialog').waitFor()
      await look(page, host, 'player-overlay-secondDeposit')
    })

    test('bonus multiplier', async ({ app, page, host, sandbox, signIn }) => {
      const { username } = await signIn({ balance: 1284.5 })
      await app.open('/conta')
      await app.online(username)
      await sandbox.offerMultiplier(username, { bouns: 1.5, amount: 200 })
      await expect(app.dialog('Bônus turbinado')).toBeVisible()
      await expectFullScreen(page, app.dialog('Bônus turbinado'))
      await look(page, host, 'player-overlay-bonusMultiplier')
    })

    test('menus; in a game: low-balance deposit and fairness', async ({ app, page, host, signIn }) => {
      await signIn({ balance: 12 })
      await app.open(underOverlays)
      await app.button('Abrir menu da conta').click()
      await app.dialog('Conta').waitFor()
      await look(page, host, 'player-menu-account')
      await app.button('Trocar avatar').click()
      await page.getByRole('radio', { name: 'Avatar 36' }).waitFor()
      await look(page, host, 'player-menu-avatars')
      await walkTo(page, '/dice')
      await page.getByRole('textbox', { name: 'Aposta', exact: true }).fill('50')
      await app.button('Apostar').click()
      await expect(page).toHaveURL(/overlay=gameDeposit/)
      await page.getByRole('dialog').waitFor()
      await look(page, host, 'player-overlay-gameDeposit')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await app.button('Jogo justo (Justiça)').click()
      await page.getByRole('dialog').waitFor()
      await look(page, host, 'player-overlay-fairness')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await walkTo(page, underOverlays)
      await app.button('Abrir menu').click()
      await app.dialog('Menu').waitFor()
      await look(page, host, 'player-menu-side')
    })
  })
}
