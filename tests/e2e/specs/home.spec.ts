import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test, withMotion } from '../fixtures.ts'
import { live, newMatch } from '../matches.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { betDice, callAs, deposit100 } from '../playerApi.ts'

// Known answer: with these seeds and nonce 0 the dice roll is 28.07.
const diceSeeds = {
  serverSeed: 'f2ac89b608eeb01312d115bce6741b32',
  clientSeed: '86ff027f15c48241af7f54a726690ee7',
  nonce: 0,
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const panel = (page: Page) => page.getByRole('tabpanel')
const favouriteButton = (page: Page, action: 'Adicionar' | 'Remover', game: string) =>
  panel(page)
    .getByRole('button', { name: `${action} ${game} ${action === 'Adicionar' ? 'aos' : 'dos'} favoritos` })
    .first()

test('the headline of a banner ends where its picture begins @full', async ({ app, page, host }) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  // In the pictures themselves the first coin is at 56 %.
  const pictureFrom = 0.56
  for (const width of [393, 320]) {
    await page.setViewportSize({ width, height: 852 })
    await app.open('/home')
    const slides = page.getByRole('region', { name: 'Destaques' }).getByRole('group')
    await expect(slides).not.toHaveCount(0)
    const ends = await slides.evaluateAll((all) =>
      all.map((slide) => {
        const [around, title] = [slide, slide.querySelector('h2, h3')].map((box) =>
          box?.getBoundingClientRect(),
        )
        return around && title ? (title.right - around.left) / around.width : 1
      }),
    )
    expect(Math.max(...ends), `${width} px`).toBeLessThan(pictureFrom)
  }
})

test('players find the games first, and the call to deposit only without money, below the first games @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const banners = page.getByRole('region', { name: 'Destaques' })
  const deposit = banners.getByRole('link', { name: 'Fazer depósito' })
  const firstGame = panel(page).getByRole('link').first()
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? NaN
  await app.open('/home')
  await expect(firstGame).toBeVisible()
  expect(await topOf(banners)).toBeLessThan(await topOf(firstGame))
  await expect(deposit).toBeVisible()

  const { username } = await signIn({ balance: 50 })
  await app.open('/home')
  await app.online(username)
  await expect(app.balance).toHaveText('R$ 50,00')
  // A quarter of the screen of a phone.
  await expect.poll(() => topOf(firstGame)).toBeLessThan(213)
  await expect(banners.getByRole('heading', { name: 'Verifique cada rodada você mesmo' })).toBeVisible()
  expect(await topOf(banners)).toBeGreaterThan(await topOf(firstGame))
  await expect(deposit).toHaveCount(0)

  await sandbox.patchUser(username, { balance: 0 })
  await expect(app.balance).toHaveText('R$ 0,00')
  await deposit.click()
  await expect(page).toHaveURL(/\/conta$/)
})

test('a big win of a real round is in the ticker with the public name of the winner; the online figure is a number @full', async ({
  app,
  page,
  sandbox,
}) => {
  const winner = await sandbox.createUser({ balance: 200 })
  await callAs(sandbox, winner.token, '/api/app/user/betsShown', { bets: 'all' })
  await sandbox.setSeeds(winner.username, diceSeeds)
  // 28.07 is under 50: 150.00 pay 297.00.
  const { payout } = await callAs<{ payout: number }>(sandbox, winner.token, '/api/app/game/dice/bet', {
    amount: 150,
    direction: 'under',
    chance: 50,
  })
  expect(payout).toBe(297)
  const ticker = page.getByRole('region', { name: 'Prêmios recentes' })
  await expect(async () => {
    // A page that another visitor has just got is sent again.
    await app.open('/home')
    await expect(ticker.getByText(/^[A-Z][a-z]+\d{5} ganhou R\$\s297,00 em Dice$/).first()).toBeAttached({
      timeout: 2_000,
    })
  }).toPass()
  await expect(ticker).not.toContainText(winner.username)
  await expect(page.getByText(/^[\d.,]+( [KM])? online$/)).toBeVisible()
})

test('tabs filter the games, are part of the address, and return with "back"', async ({ app, page }) => {
  await app.open('/home')
  await expect(tab(page, 'Todos')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Originais').click()
  const games = panel(page).getByRole('link')
  await expect(games.filter({ hasText: /^(Mines|Double|Dice|Limbo|Torre|Cor da Sorte)$/ })).toHaveCount(6)
  await tab(page, 'Em alta').click()
  await expect(panel(page).getByRole('link', { name: 'Mines' })).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Limbo' })).toBeHidden()
  await panel(page).getByRole('link', { name: 'Mines' }).click()
  await expect(page).toHaveURL(/\/mines$/)
  await page.goBack()
  await expect(tab(page, 'Em alta')).toHaveAttribute('aria-selected', 'true')
})

test('the search forgives accents, case and a typo, and makes suggestions when nothing matches @full', async ({
  app,
  page,
}) => {
  await app.open('/home')
  const box = page.getByRole('searchbox', { name: 'Buscar jogo' })
  // Others may follow in a list of their own.
  const found = (name: string) =>
    panel(page).getByRole('list').first().getByRole('link', { name, exact: true })
  for (const [typed, game] of [
    ['MINES', 'Mines'],
    ['mínes', 'Mines'],
    ['dcie', 'Dice'],
    ['cor sorte', 'Cor da Sorte'],
    ['corda', 'Cor da Sorte'],
    ['lim', 'Limbo'],
    ['dados', 'Dice'],
    ['roleta', 'Double'],
  ] as const) {
    await box.fill(typed)
    await expect(page.getByText(/jogos? encontrado/)).toBeVisible()
    await expect(found(game)).toBeVisible()
  }
  await box.fill('xyzw')
  await expect(page.getByRole('heading', { name: 'Nenhum jogo com esse nome' })).toBeVisible()
  await expect(found('Mines')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await box.fill('limbo')
  await box.press('Escape')
  await expect(box).toHaveValue('')
})

test('favourites belong to the player; for a guest they open the login', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await app.open('/home')
  await favouriteButton(page, 'Adicionar', 'Limbo').click()
  await expect(new AccessOverlay(page, sandbox).dialog).toBeVisible()
  const { token } = await signIn()
  await app.open('/home')
  await favouriteButton(page, 'Adicionar', 'Limbo').click()
  await expect(favouriteButton(page, 'Remover', 'Limbo')).toBeVisible()
  // The mark is shown before the server has it; reloading the page would cancel a call that has not left yet.
  const favourites = async () =>
    (await callAs<{ gameCode: string; favourite: boolean }[]>(sandbox, token, '/api/app/game/list'))
      .filter(({ favourite }) => favourite)
      .map(({ gameCode }) => gameCode)
  await expect.poll(favourites).toEqual(['limbo'])
  await app.open('/home')
  await tab(page, 'Favoritos').click()
  await expect(panel(page).getByRole('link', { name: 'Limbo' })).toBeVisible()
  await favouriteButton(page, 'Remover', 'Limbo').click()
  await expect(page.getByRole('heading', { name: 'Nenhum favorito ainda' })).toBeVisible()
})

test('an unfinished round can be continued; a played game is among the recently played', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.stake.fill('5,00')
  await mines.bet.click()
  await expect(mines.tile(1)).toBeEnabled()
  await app.open('/home')
  const waiting = page.getByRole('region', { name: 'Continue de onde parou' })
  await waiting.getByRole('link', { name: /Mines.*R\$\s5,00/ }).click()
  await expect(page).toHaveURL(/\/mines$/)
  await mines.tile(1).click()
  await mines.cashOut.click()
  await expect(mines.bet).toBeVisible()
  await app.open('/home')
  await expect(page.getByRole('region', { name: 'Jogados recentemente' }).getByRole('link')).toHaveText([
    'Mines',
  ])
  await expect(waiting).toBeHidden()
})

test('an unfinished round can be ended from home: what was won is paid @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await app.open('/home')
  const waiting = page.getByRole('region', { name: 'Continue de onde parou' })
  await waiting.getByRole('button', { name: 'Encerrar' }).click()
  const question = page.getByRole('alertdialog', { name: 'Encerrar as rodadas abertas?' })
  await question.getByRole('button', { name: 'Voltar' }).click()
  await expect(app.balance).toHaveText('R$ 90,00')
  await waiting.getByRole('button', { name: 'Encerrar' }).click()
  await expectAccessible(page, 'the question before rounds are ended')
  await question.getByRole('button', { name: 'Encerrar' }).click()
  await expect(waiting).toBeHidden()
  await expect(question).toBeHidden()
  await expect(app.balance).toHaveText('R$ 101,25')
})

test('leaving a game tells the server: it is first among the recently played @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 10 })
  await callAs(sandbox, user.token, '/api/app/game/limbo/bet', { amount: 1, target: 2 })
  await betDice(sandbox, user.token, 1)
  const played = page.getByRole('region', { name: 'Jogados recentemente' }).getByRole('link')
  await app.open('/home')
  await expect(played).toHaveText(['Dice', 'Limbo'])
  await app.open('/limbo')
  await app.online(user.username)
  await expect(app.balance).not.toHaveText('R$ 0,00')
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(/\/home/)
  // Once the page is visible the guard has run; an earlier reload would interrupt it.
  await expect(played).toHaveCount(2)
  await expect(async () => {
    await app.open('/home')
    await expect(played).toHaveText(['Limbo', 'Dice'], { timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
})

test('the VIP card shows capped progress to the next level, and none at the top @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await deposit100(sandbox, user.token, 0)
  await app.open('/home')
  const card = page.getByRole('region', { name: /^VIP 0/ })
  await expect(card.getByRole('progressbar', { name: 'Depósitos' })).toHaveAttribute(
    'aria-valuetext',
    /^R\$\s100,00 de R\$\s100,00$/,
  )
  await expect(card.getByRole('progressbar', { name: 'Apostas' })).toHaveAttribute(
    'aria-valuetext',
    /^R\$\s0,00 de R\$\s400,00$/,
  )
  await sandbox.patchUser(user.username, { level: 12 })
  await expect(page.getByText('Você está no topo: retiradas sem taxa, até 5 por dia.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver benefícios' }).click()
  await expect(page).toHaveURL(/\/vip$/)
})

test('the footer has 18+, the disclaimer and the payment logos @full', async ({ app, page }) => {
  await app.open('/home')
  const payments = page.getByRole('region', { name: 'Formas de pagamento' })
  await payments.scrollIntoViewIfNeeded()
  for (const name of [/pix/i, /visa/i, /mastercard/i]) {
    await expect(payments.getByRole('img', { name })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Parceiros' }).getByRole('listitem')).toHaveText(
    Array.from({ length: 3 }, () => /Exemplo$/),
  )
  await expect(page.getByRole('region', { name: 'Nossos compromissos' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('Proibido para menores de 18 anos')).toBeVisible()
  await expect(page.getByRole('link', { name: 'CVV: 188' })).toHaveAttribute('href', 'tel:188')
  await expect(page.getByText('Sem licença: ambiente de demonstração')).toBeVisible()
  await expect(page.getByText('É preciso ter pelo menos 18 anos para usar o site.')).toContainText(
    'não se responsabiliza por violações das leis locais sobre jogos de azar',
  )
})

test('the base size is the width divided by 3.93, and 130 px on a desktop @full', async ({
  app,
  page,
  host,
}) => {
  await app.open('/home')
  const base = () =>
    page.evaluate(() => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      return { size, byWidth: window.innerWidth / 3.93 }
    })
  const { size, byWidth } = await base()
  expect(size).toBeCloseTo(byWidth, 0)
  if (host === 'electron') return
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await base()).size).toBeCloseTo(320 / 3.93, 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await base()).size).toBe(130)
})

test('a guest sees /home before the client has loaded, and what to do if it does not load @full', async ({
  page,
  app,
  host,
}) => {
  test.skip(host === 'electron', 'the window has its client on disk')
  await page.route(/\/assets\/index-[^/]*\.js/, (route) => route.abort())
  await app.open('/home')
  const prerendered = page.locator('#prerender')
  await expect(prerendered.getByText('Fazer depósito')).toBeVisible()
  expect(await prerendered.evaluate((element) => (element as HTMLElement).inert)).toBe(true)
  await expect(page.getByRole('link', { name: /Recarregar/ })).toBeVisible()

  await page.evaluate(() => localStorage.setItem('language', 'en_US'))
  await app.open('/home')
  await expect(prerendered.getByText('Fazer depósito')).toBeHidden()

  // The cookie of a chosen language brings the page in that language.
  await page.evaluate(() => (document.cookie = 'language=en_US; Path=/'))
  await app.open('/home')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(prerendered.getByText('Make a deposit')).toBeVisible()

  const reload = page.getByRole('link', { name: /Reload/ })
  // The program is asked for after the page: until then it must stay out of reach.
  await expect(reload).toBeVisible()
  await page.unroute(/\/assets\/index-[^/]*\.js/)
  await reload.click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(prerendered).toHaveCount(0)
})

test('without JavaScript the page says at once that it needs it @full', async ({ tabs, host, baseURL }) => {
  test.skip(host === 'electron', 'the window always has it')
  const context = await tabs?.newContext({ javaScriptEnabled: false })
  if (!context) throw new Error('no browser')
  for (const path of ['/home', '/registros']) {
    const page = await context.newPage()
    await page.goto(new URL(path, baseURL).href)
    await expect(page.getByText(/precisa de JavaScript/)).toBeVisible({ timeout: 2_000 })
    await page.close()
  }
  await context.close()
})

test.describe('with motion', () => {
  test.use(withMotion)

  test('the balance in the bar counts to a deposit for two seconds, and shortens millions @full', async ({
    app,
    sandbox,
    signIn,
  }) => {
    const user = await signIn({ balance: 100 })
    await app.open('/vip')
    await expect(app.balance).toHaveText('R$ 100,00')
    await app.online(user.username)
    const changes = await app.balance.evaluateHandle((balance) => {
      const seen: number[] = []
      new MutationObserver(() => seen.push(performance.now())).observe(balance, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      return seen
    })
    await deposit100(sandbox, user.token, 0)
    await expect(app.balance).toHaveText('R$ 200,00')
    const [first = 0, ...later] = await changes.jsonValue()
    expect((later.at(-1) ?? 0) - first).toBeGreaterThan(1_800)
    await signIn({ balance: 1_234_567.89 })
    await app.open('/vip')
    await expect(app.balance).toHaveText('R$ 1,2M+')
  })

  test('banners can be turned, stopped and followed @full', async ({ app, page }) => {
    await app.open('/home')
    const banners = page.getByRole('region', { name: 'Destaques' })
    const next = banners.getByRole('button', { name: /^Próximo destaque/ })
    await expect(next).toHaveAccessibleName(/\(1 de \d\)/)
    await next.click()
    await expect(next).toHaveAccessibleName(/\(2 de \d\)/)
    await expect(banners.getByRole('heading', { name: 'Verifique cada rodada você mesmo' })).toBeInViewport()
    await banners.getByRole('button', { name: 'Pausar animações' }).click()
    await expect(banners.getByRole('button', { name: 'Retomar animações' })).toBeVisible()
    await banners.getByRole('link', { name: 'Ver como' }).click()
    await expect(page).toHaveURL(/\/fair$/)
  })

  // WCAG 2.2.2: what moves by itself for longer than five seconds needs a way to stop it. On home that is one button.
  const livePages = [
    ['/home', (page: Page) => page.getByRole('region', { name: 'Ao vivo agora' }).getByRole('link')],
    ['/footballPage', (page: Page) => page.getByRole('article').filter({ hasText: 'tempo' })],
  ] as const
  for (const [path, liveMatches] of livePages)
    test(`what moves by itself on ${path} rests within five seconds, or at the press of a button @full`, async ({
      app,
      page,
      sandbox,
    }) => {
      await newMatch(sandbox, live)
      await app.open(path)
      await expect(liveMatches(page).first()).toBeVisible()
      if (path === '/home') await page.getByRole('button', { name: 'Pausar animações' }).click()
      const moving = () =>
        page.evaluate(() =>
          document.getAnimations().flatMap(({ effect, playState }) => {
            const target = effect instanceof KeyframeEffect ? effect.target : null
            const moves = Number(effect?.getComputedTiming().activeDuration)
            return playState === 'running' && moves > 5_000 ? [`${target?.className} ${moves}`] : []
          }),
        )
      await expect.poll(moving).toEqual([])
    })

  test('banners turn by themselves, but not behind a dialog @full', async ({ app, page }) => {
    await page.clock.install()
    await app.open('/home?overlay=login')
    await expect(page.getByRole('dialog')).toBeVisible()
    const next = page.locator('[aria-label^="Próximo destaque"]')
    await expect(next).toHaveAttribute('aria-label', /\(1 de \d\)/)
    // The slide itself moves for half a second of real time.
    const turns = await page.evaluateHandle(() => {
      const counted = { count: 0 }
      Element.prototype.scrollTo = new Proxy(Element.prototype.scrollTo, {
        apply: (scrollTo, element, args) => {
          counted.count++
          Reflect.apply(scrollTo, element, args)
        },
      })
      return counted
    })
    await page.clock.runFor(20_000)
    expect(await turns.evaluate(({ count }) => count)).toBe(0)
    await page.keyboard.press('Escape')
    await page.clock.runFor(7_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(next).toHaveAttribute('aria-label', /\(2 de \d\)/)
  })

  test('the second press of a double press does not reach what lies behind a dialog @full', async ({
    app,
    page,
  }) => {
    /** Returns what the second press reached, and after how many ms it came. */
    const pressTwice = async (dialog: Locator, name: string) => {
      const button = dialog.getByRole('button', { name, exact: true })
      await button.hover()
      await page.evaluate(() => {
        const { dataset } = document.body
        document.addEventListener('click', ({ target, detail }) => {
          if (detail > 1 && target instanceof Element) dataset['reached'] = target.outerHTML
        })
        const presses: number[] = []
        document.addEventListener('pointerup', ({ timeStamp }) => {
          presses.push(timeStamp)
          dataset['pause'] = String(timeStamp - (presses[0] ?? 0))
        })
      })
      await page.mouse.down()
      await page.mouse.up()
      // As slow as a hand: the dialog is gone by then.
      await expect(dialog).toHaveCount(0)
      await page.mouse.down({ clickCount: 2 })
      await page.mouse.up({ clickCount: 2 })
      const { reached, pause } = await page.evaluate(() => ({ ...document.body.dataset }))
      return { reached, pause: Number(pause) }
    }
    for (const [path, dialog, name] of [
      ['/home?overlay=login', app.dialog('Acesso'), 'Fechar'],
      ['/gameMess', app.alert, 'Eu entendi'],
    ] as const) {
      let reached: string | undefined
      await expect(async () => {
        await app.open(path)
        const second = await pressTwice(dialog, name)
        // On a busy machine it may come later than any double press.
        expect(second.pause).toBeLessThan(450)
        reached = second.reached
      }).toPass()
      expect(reached, path).toBeUndefined()
    }
  })

  test('a dialog that opens while another one closes stays open, however long it takes to load @full', async ({
    app,
    page,
    host,
  }) => {
    test.skip(host === 'electron', 'the window has its client on disk, where a test cannot delay it')
    await app.open('/home')
    await app.button('Abrir menu').click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    let load = () => {}
    const loading = new Promise<void>((resolve) => (load = resolve))
    await page.route(/LanguageOverlay-[^/]*\.js/, async (route) => {
      await loading
      await route.continue()
    })
    // As fast as two fingers: the menu is still leaving.
    await menu.evaluate((dialog) => {
      const press = (name: string) =>
        [...dialog.querySelectorAll('button')]
          .find((button) => (button.ariaLabel ?? button.textContent).startsWith(name))
          ?.click()
      press('Fechar')
      press('Idioma')
    })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Without motion the menu's timer has no delay, and timers run in their order: it is over by then.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    load()
    await expect(page.getByRole('dialog', { name: 'Idioma' })).toBeVisible()
  })
})
