import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnServer, type OwnServer } from '../ownServer.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { GamePage } from '../page-models/game-page.ts'
import { SportsPage } from '../page-models/sports-page.ts'
import { callAs, requestAs } from '../playerApi.ts'
import { look } from '../look.ts'

test.skip(({ host }) => host !== 'web', 'a page of the browser')

const dayMs = 24 * 3_600_000

/** The page of QA's controls, in Portuguese; a part of it by its heading. */
async function openControls(page: Page, url: string) {
  await page.goto(`${url}/sandbox`)
  const part = (name: string) => {
    const region = page.getByRole('region', { name, exact: true })
    return {
      region,
      field: (label: string) => region.getByLabel(label, { exact: true }),
      press: (label: string) => region.getByRole('button', { name: label, exact: true }).click(),
      item: (text: string) => region.getByRole('listitem').filter({ hasText: text }),
      says: (text: string | RegExp) =>
        expect(region.getByRole('status').filter({ hasText: text })).toBeVisible(),
    }
  }
  return { page, part }
}

test('a tester makes a player, whose client meets the captcha, seeds and payment of the page', async ({
  app,
  page,
  sandbox,
  serverUrl,
}) => {
  const { page: qa, part } = await openControls(await page.context().newPage(), serverUrl)
  const username = `ana.${randomUUID().slice(0, 8)}@gmail.com`

  const players = part('Jogadores')
  await players.field('E-mail').fill(username)
  await players.field('Senha').fill('Segura-123')
  await players.field('Saldo (R$)').fill('cem')
  await players.press('Criar jogador')
  await expect(players.field('Saldo (R$)')).toBeFocused()
  await expect(players.field('Saldo (R$)')).toHaveAccessibleDescription(/^Não é um valor/)
  await players.field('Saldo (R$)').fill('100,00')
  await players.field('Nível VIP').selectOption('3')
  await players.field('Identidade verificada').selectOption('Sim')
  await players.press('Criar jogador')
  await players.says(`${username} foi criado.`)
  await expect(players.item(username)).toContainText(/R\$\s100,00 .* VIP 3 · verificado/)
  await players.press('Criar jogador')
  await expect(players.field('E-mail')).toHaveAccessibleDescription('Preencha este campo.')

  // The answer to the captcha lets the player in.
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=login')
  await access.dialog.getByRole('tab', { name: 'Login' }).click()
  await access.field('E-mail').fill(username)
  await access.field('Senha').fill('Segura-123')
  const codeId = await access.captcha.getAttribute('data-code-id')
  const answer = part('Captchas')
    .region.getByRole('listitem')
    .filter({ has: qa.getByText(String(codeId), { exact: true }) })
    .getByRole('code')
  await access.field('Captcha').fill((await answer.textContent()) ?? '')
  await access.dialog.getByRole('button', { name: 'Autenticar-se', exact: true }).click()
  await expect(app.balance).toHaveText('R$ 100,00')

  const seeds = part('Sementes')
  await seeds.field('Jogador (e-mail)').fill(username)
  await seeds.field('Semente do servidor').fill('f2ac89b608eeb01312d115bce6741b32')
  await seeds.field('Semente do cliente').fill('86ff027f15c48241af7f54a726690ee7')
  await seeds.field('Nonce da próxima rodada').fill('3')
  await seeds.press('Fixar sementes')
  await seeds.says('a partir do nonce 3')
  await app.open('/dice')
  const dice = new GamePage(page)
  await dice.play()
  // docs/product.md, "Known answers".
  await expect(dice.result).toHaveText('54,86, você ganhou R$ 19,80')

  const token = await sandbox.newSession(username)
  await callAs(sandbox, token, '/api/app/order/prePay/brl-50', { gift: 0, pkgId: 'brl-50', isapp: 0 })
  const deposits = part('Depósitos')
  await expect(deposits.item(username)).toContainText('R$ 50,00 · pendente')
  await deposits.press(`Pagar: ${username}, R$ 50,00`)
  await deposits.says('Agora: pago.')
  await expect(deposits.item(username).getByRole('button')).toHaveCount(1)
  await expect(deposits.item(username).getByRole('button'), 'the webhook may come twice').toBeFocused()
  await expect(app.balance).toHaveText('R$ 159,80')
})

test.describe('on a server of its own', () => {
  // It moves the clock and empties the database, for everybody.
  let server: OwnServer | undefined
  test.use({
    serverUrl: async ({ host: _ }, use) => use((server ??= await startOwnServer()).url),
    baseURL: ({ serverUrl }, use) => use(serverUrl),
  })
  test.afterAll(() => server?.stop())

  test('a player’s client meets the mail, fault and match of the page @full', async ({
    app,
    page,
    sandbox,
    serverUrl,
  }) => {
    const { part } = await openControls(await page.context().newPage(), serverUrl)
    const { username, token } = await sandbox.createUser({ username: 'ana.correio@gmail.com', balance: 100 })

    const players = part('Jogadores')
    await players.field('Procurar pelo e-mail').fill('bia')
    await expect(players.region).toContainText('Nenhum jogador com este e-mail.')
    await players.field('Procurar pelo e-mail').fill('ANA.CORREIO')
    await expect(players.item(username)).toBeVisible()

    // The code of the mail sets a new password.
    const access = new AccessOverlay(page, sandbox)
    await app.open('/home?overlay=login')
    await access.dialog.getByRole('button', { name: 'Esqueceu a senha?' }).click()
    const forgotten = app.dialog('Redefinir senha')
    await forgotten.getByRole('textbox', { name: 'E-mail', exact: true }).fill(username)
    await forgotten.getByRole('button', { name: 'Enviar código' }).click()
    const mailbox = part('E-mails')
    await mailbox.field('Só os e-mails para').fill(username)
    const code = await mailbox.item(username).getByRole('code').textContent()
    await forgotten.getByRole('textbox', { name: 'Código do e-mail' }).fill(code ?? '')
    await forgotten.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await forgotten.getByLabel('Nova senha', { exact: true }).fill('Outra-senha-9')
    await forgotten.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(forgotten).toBeHidden()
    expect((await requestAs(sandbox, token, '/api/app/user/getBalance')).http).toBe(401)
    await app.open(await sandbox.loginPath(username))
    await expect(app.balance).toHaveText('R$ 100,00')

    const faults = part('Falhas')
    await faults.field('Só este jogador').fill(username)
    await faults.field('Só caminhos com').fill('getBalance')
    await faults.field('Código do envelope').fill('9999')
    await faults.field('Mensagem').fill('Falta saldo para isto.')
    await faults.press('Aplicar')
    await faults.says(`próxima chamada de ${username}.`)
    await app.button('Atualizar saldo').click()
    await expect(app.alert).toHaveAccessibleName('Falta saldo para isto.')
    await faults.press('Sem falhas')
    await faults.says('Não há mais falhas.')

    const matches = part('Partidas')
    await matches.region.getByText('Nova partida').click()
    await matches.field('Mandante').fill('Casa QA')
    await matches.field('Visitante').fill('Fora QA')
    await matches.press('Criar partida')
    await matches.says('Casa QA × Fora QA foi criada')
    await matches.field('Placar de Casa QA').fill('2')
    await matches.field('Placar de Fora QA').fill('1')
    await matches.field('Período').selectOption('Segundo tempo')
    await matches.field('Minuto').fill('67')
    await matches.press('Aplicar')
    await matches.says('Casa QA × Fora QA: mudou.')
    await app.open('/footballPage')
    const row = new SportsPage(page).row('Casa QA', 'Fora QA')
    await expect(row).toContainText('67′')
    await matches.region.getByText('Cotações, lances e partes').click()
    const option = await matches
      .field('Opção')
      .locator('option[value^="winner:1:home"]')
      .getAttribute('value')
    await matches.field('Opção').selectOption(option)
    await matches.field('Cotação').fill('7,77')
    await matches.press('Aplicar')
    await expect(row).toContainText('7,77')
    await matches.press('Encerrar')
    await expect(row).toBeHidden()
    // What the server refuses is said at its field.
    await matches.field('Sets').fill('6-4')
    await matches.press('Aplicar')
    await expect(matches.field('Sets')).toHaveAttribute('aria-invalid', 'true')
  })

  test('the page shows and moves the server: its clock, faults, captchas, results and database @full', async ({
    page,
    sandbox,
    serverUrl,
  }) => {
    const user = await sandbox.createUser({ balance: 20 })
    const { page: qa, part } = await openControls(await page.context().newPage(), serverUrl)
    const serverTime = async () => {
      const { serverTime: time } = await callAs<{ serverTime: string }>(
        sandbox,
        user.token,
        '/api/app/sports/overview',
      )
      return Date.parse(time)
    }

    const clock = part('Relógio')
    await expect(clock.region).toContainText('Igual à hora real')
    await clock.press('+ 7 dias')
    await expect(clock.region).toContainText('Adiantado em 168 h')
    expect((await serverTime()) - Date.now()).toBeGreaterThan(7 * dayMs - 60_000)
    await clock.field('Outro momento').fill('2031-05-06T07:08:09')
    await clock.field('Parar nele').check()
    await clock.press('Ajustar o relógio')
    await expect(clock.region.getByText('parado')).toBeVisible()
    expect(new Date(await serverTime()).toISOString()).toBe('2031-05-06T10:08:09.000Z')
    await clock.press('Deixar andar')
    await expect.poll(serverTime).toBeGreaterThan(Date.parse('2031-05-06T10:08:09.000Z'))
    await clock.press('Hora real')
    await expect(clock.region).toContainText('Igual à hora real')

    const faults = part('Falhas')
    await faults.field('Status HTTP').fill('503')
    await faults.field('Sem mensagem').check()
    await faults.press('Aplicar')
    await expect(faults.region.getByLabel('Falhas para todos')).toHaveText(
      /Status HTTP503MensagemSem mensagem/,
    )
    await expect(serverTime()).rejects.toThrow('503')
    await faults.press('Sem falhas')
    await expect(faults.region).toContainText('Nenhuma falha para todos.')
    await serverTime()

    const captchas = part('Captchas')
    await captchas.press('Prova de trabalho')
    await expect(captchas.region.getByRole('button', { name: 'Prova de trabalho' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await captchas.press('Imagem')
    await expect(captchas.region.getByRole('button', { name: 'Imagem' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )

    const double = part('Double')
    await double.field('Resultados a fixar').fill('3, 0, 14')
    await double.press('Fixar resultados')
    await double.says('Resultados fixados: 3.')
    // A round may end between the press and the next look: the order counts, not the place.
    await expect(double.region.getByRole('list')).toContainText(
      /:\d\d\s*3 · .*:\d\d\s*0 · branco.*:\d\d\s*14 · /s,
    )

    const players = part('Jogadores')
    await players.press(`Alterar: ${user.username}`)
    await players.field('Bônus (R$)').fill('7')
    await players.press('Salvar')
    await expect(players.item(user.username)).toContainText('R$ 20,00 + R$ 7,00')
    await players.press(`Link de acesso: ${user.username}`)
    await expect(players.region.getByRole('link', { name: `Entrar como ${user.username}` })).toHaveAttribute(
      'href',
      /^\/zgo\w/,
    )

    await qa.emulateMedia({ colorScheme: 'light' })
    await look(qa, 'web', 'sandbox')
    await qa.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(qa, 'the sandbox, dark')

    const reset = part('Recomeçar')
    await reset.press('Esvaziar o banco de dados')
    await reset.says('Pressione de novo')
    await expect(players.item(user.username)).toBeVisible()
    await reset.press('Apagar tudo agora')
    await reset.says('O banco de dados está vazio.')
    await expect(players.region).toContainText('Ainda não há jogadores.')

    await server?.stop()
    server = undefined
    await expect(clock.region).toContainText('O servidor não respondeu.')
  })
})
