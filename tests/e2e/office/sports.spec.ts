import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { TicketWire } from '#contract/http/sports.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { newMatch, winner } from '../matches.ts'
import { callAs, requestAs } from '../playerApi.ts'
import { expect, test } from './fixtures.ts'

for (const [what, isToTheEnd, tag] of [
  ['asks a second person to correct it', false, ''],
  ['corrects it with a second person; a debt that remains is written off', true, ' @full'],
] as const)
  test(`risk stops and limits a match, settles it and ${what}${tag}`, async ({
    enter,
    serverUrl,
    browser,
  }) => {
    const sandbox = new Sandbox(serverUrl)
    const match = await newMatch(sandbox, { startsInMs: -60_000 })
    const name = `${match.home} × ${match.away}`
    const [winning, losing] = [
      await sandbox.createUser({ balance: 5_000 }),
      await sandbox.createUser({ balance: 5_000 }),
    ]
    const bet = (token: string, key: string, amount: number) =>
      requestAs<TicketWire>(sandbox, token, '/api/app/sports/bet', {
        amount,
        policy: 'any',
        legs: [{ matchId: match.matchId, key, odds: 2 }],
      })
    const won = (await bet(winning.token, winner.home, 3_000)).data
    const lost = (await bet(losing.token, winner.away, 100)).data
    const stateOf = async (token: string, { ticketId }: TicketWire) =>
      callAs<TicketWire>(sandbox, token, `/api/app/sports/ticket/${ticketId}`)

    const page = await enter('risk', '/sports')
    await page.getByLabel('Ao vivo').selectOption({ label: 'Próximas' })
    await page.getByLabel('Time, liga ou código').fill(match.home)
    // The search has been applied: until then its address would still replace that of the match.
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row', { name })).toContainText('R$ 2.550,00')
    await page.getByRole('link', { name }).click()
    const homeRow = page.getByRole('row', { name: new RegExp(`^Vencedor ${match.home}`) })
    await expect(homeRow).toContainText('R$ 3.000,00')
    await expectAccessible(page, 'the page of a match')

    // A market by its row, then the match by its key: both say why.
    const player = await browser.newPage({ baseURL: serverUrl, viewport: { width: 1280, height: 800 } })
    await player.goto(`/footballPage?match=${match.matchId}`)
    const price = player.getByRole('button', { name: new RegExp(`^Resultado final: ${match.home} `) })
    await expect(price).toContainText('1,85')
    await homeRow.getByRole('button', { name: /Ações/ }).click()
    await page.getByRole('menuitem', { name: 'Parar apostas' }).click()
    await page.getByLabel('Motivo').fill('apostas estranhas')
    await page.getByRole('dialog').getByRole('button', { name: 'Parar apostas' }).click()
    await expect(homeRow).toContainText('Parada')
    await expect(
      player.getByRole('button', { name: `Resultado final: ${match.home}, suspenso` }),
    ).toBeVisible()
    expect((await bet(losing.token, winner.home, 10)).http).toBe(409)
    await homeRow.getByRole('button', { name: /Ações/ }).click()
    await page.getByRole('menuitem', { name: 'Reabrir apostas' }).click()
    await page.getByLabel('Motivo').fill('era engano')
    await page.getByRole('dialog').getByRole('button', { name: 'Reabrir apostas' }).click()
    await expect(homeRow).toContainText('Aberta')
    await expect(price).toContainText('1,85')
    await player.close()

    await page.getByRole('button', { name: 'Mudar preço e limites' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Preço em %/).fill('90')
    await dialog.getByLabel(/Aposta máxima/).fill('50,00')
    await dialog.getByLabel('Motivo').fill('menos risco')
    await dialog.getByRole('button', { name: 'Mudar preço e limites' }).click()
    await expect(homeRow).toContainText('1,66')
    const another = await sandbox.createUser({ balance: 100 })
    expect((await bet(another.token, winner.home, 51)).message).toBe('A aposta máxima é de R$ 50,00.')

    // The result: who is paid what stands in the dialog before it is done.
    await page.getByRole('button', { name: 'Lançar resultado' }).click()
    await dialog.getByLabel(`Partida: ${match.home}`).fill('2')
    await expect(dialog).toContainText('R$ 5.550,00')
    if (isToTheEnd) await expectAccessible(page, 'the preview of a result')
    await dialog.getByLabel('Motivo').fill('o provedor não fechou')
    await dialog.getByRole('button', { name: 'Lançar resultado' }).click()
    await expect(page.getByText('Resultado lançado à mão')).toBeVisible()
    await expect
      .poll(() => stateOf(winning.token, won))
      .toMatchObject({ state: BetState.drawn, payout: 5_550 })

    // The winner loses all but R$ 100 before the mistake is found.
    await sandbox.patchUser(winning.username, { balance: 100 })
    await page.getByRole('button', { name: 'Corrigir resultado' }).click()
    await dialog.getByLabel(`Partida: ${match.home}`).fill('0')
    await dialog.getByLabel(`Partida: ${match.away}`).fill('1')
    await expect(dialog).toContainText('Escolha por que o resultado muda.')
    await dialog.getByLabel('Por que muda').selectOption('Protesto')
    await expect(dialog).toContainText('Nenhum bilhete muda.')
    await dialog.getByLabel('Por que muda').selectOption('Placar informado errado')
    await expect(dialog).toContainText('Toma-se de volta')
    await expect(dialog).toContainText('uma segunda pessoa precisa confirmar')
    // Nobody decides by the sums of another result.
    const answer: { now?: () => void } = {}
    await page.route(
      '**/preview?*',
      async (route) => {
        await new Promise<void>((resolve) => (answer.now = resolve))
        await route.continue()
      },
      { times: 1 },
    )
    const correct = dialog.getByRole('button', { name: 'Corrigir resultado' })
    await dialog.getByLabel(`Partida: ${match.away}`).fill('2')
    await expect.poll(() => answer.now).toBeDefined()
    await expect(correct).toBeDisabled()
    answer.now?.()
    await expect(correct).toBeEnabled()
    await dialog.getByLabel(`Partida: ${match.away}`).fill('1')
    await dialog.getByLabel('Motivo').fill('placar trocado')
    await dialog.getByRole('button', { name: 'Corrigir resultado' }).click()
    await page
      .getByRole('link', { name: 'Abrir' })
      .or(page.getByRole('link', { name: /aprovação/i }))
      .first()
      .click()
    await page.waitForURL(/\/approvals\//)
    // What a second person does then: fourEyes.spec.ts.
    if (!isToTheEnd) return
    const admin = await enter('administrator', new URL(page.url()).pathname)
    await admin.getByRole('button', { name: 'Confirmar' }).click()
    await admin.getByLabel('Motivo').fill('visto na súmula')
    await admin.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
    await expect
      .poll(() => stateOf(losing.token, lost))
      .toMatchObject({ state: BetState.drawn, result: BetResult.win, payout: 420 })
    expect(await stateOf(winning.token, won)).toMatchObject({ state: BetState.lostLate, payout: 0 })

    // What the winner no longer has is a debt, until a cashier writes it off: with a second person, as an adjustment.
    const cashier = await enter('cashier', '/players')
    await cashier.getByLabel('E-mail, nome, telefone, CPF, id, aparelho').fill(winning.username)
    await cashier.getByRole('row', { name: winning.username }).getByText(winning.username).click()
    const debt = cashier.getByRole('main').getByText(/^−R\$\s5\.450,00$/)
    await expect(debt).toBeVisible()
    await cashier.getByRole('button', { name: 'Baixar dívida' }).click()
    const writeOff = cashier.getByRole('dialog')
    await expect(writeOff).toContainText('a casa assume o valor')
    await writeOff.getByLabel('Motivo').fill('Erro do placar, não do jogador')
    await writeOff.getByRole('button', { name: 'Baixar dívida' }).click()
    await expect(cashier.getByRole('link', { name: 'Ver a aprovação' })).toBeVisible()
    await admin
      .getByRole('navigation', { name: 'Páginas' })
      .getByRole('link', { name: /^Aprovações/ })
      .click()
    await admin
      .getByRole('row', { name: new RegExp(`Baixar dívida.*${winning.username}`) })
      .getByRole('link')
      .first()
      .click()
    await expect(admin.getByRole('heading', { level: 1 })).toContainText('Baixar dívida')
    await admin.getByRole('button', { name: 'Confirmar' }).click()
    await admin.getByLabel('Motivo').fill('de acordo')
    await admin.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
    await expect(admin.getByText('Confirmada').first()).toBeVisible()
    await cashier.reload()
    await cashier.getByRole('heading', { name: winning.username }).waitFor()
    await expect(debt).toHaveCount(0)
    await cashier.getByRole('link', { name: 'Ajustes' }).click()
    await expect(
      cashier.getByRole('row', { name: new RegExp(`${winning.username}.*5\\.450,00.*Erro do placar`) }),
    ).toBeVisible()
  })

/** A new match, a player, and a bet of an amount on its draw. */
async function bettor(serverUrl: string) {
  const sandbox = new Sandbox(serverUrl)
  const match = await newMatch(sandbox)
  const player = await sandbox.createUser({ balance: 5_000 })
  const bet = (amount: number) =>
    requestAs<TicketWire>(sandbox, player.token, '/api/app/sports/bet', {
      amount,
      policy: 'any',
      legs: [{ matchId: match.matchId, key: winner.draw, odds: 3.4 }],
    })
  return { match, bet, id: (await sandbox.readUser(player.username)).uId }
}

test('risk limits what a player bets on sports; content only looks at a match', async ({
  enter,
  serverUrl,
}) => {
  const { match, bet, id } = await bettor(serverUrl)
  const content = await enter('content', `/sports/${match.matchId}`)
  await expect(content.getByRole('heading', { name: new RegExp(match.home) })).toBeVisible()
  for (const action of ['Parar apostas', 'Mudar preço e limites', 'Lançar resultado', 'Anular partida'])
    await expect(content.getByRole('button', { name: action })).toHaveCount(0)
  await content.goto('/risk')
  await expect(content.getByText('Sem permissão')).toBeVisible()

  const page = await enter('risk', `/risk/players/${id}`)
  const name = 'Mudar limites em esportes'
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Aposta máxima/).fill('20')
  await dialog.getByLabel('Motivo').fill('ganha demais')
  await dialog.getByRole('button', { name }).click()
  await expect(page.getByText('R$ 20,00')).toBeVisible()
  expect((await bet(21)).message).toBe('A aposta máxima é de R$ 20,00.')
})

test('risk reads the exposure, changes a rule and acknowledges an alert by key @full', async ({
  enter,
  serverUrl,
}) => {
  const { match, bet } = await bettor(serverUrl)
  // The amount tells the alert from those of other tests.
  await bet(2_537)
  const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`
  const page = await enter('risk', `/risk?${filter({ level: 'selection' })}`)
  await expect(page.getByRole('row', { name: new RegExp(`${match.home} × .*Empate`) })).toContainText(
    'R$ 6.088,80',
  )
  await page.goto('/risk/rules')
  await page.getByLabel('contas', { exact: true }).fill('1')
  await page.getByLabel('Motivo').fill('teste')
  await page.getByRole('button', { name: 'Salvar regras' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByLabel('contas', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Salvar regras' }).click()
  await expect(page.getByText('Regras salvas.')).toBeVisible()

  await page.goto(`/risk/hits?${filter({ rule: 'bigStake' })}`)
  const hit = page.getByRole('row', { name: /R\$\s2\.537,00/ })
  // The rules look twice a minute, and may have looked by now.
  await expect(async () => {
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(hit).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await hit.getByRole('link').first().focus()
  await page.keyboard.press('a')
  await page.getByLabel('Motivo').fill('cliente conhecido')
  await page.getByRole('dialog').getByRole('button', { name: 'Dar por visto' }).click()
  await expect(hit).toContainText('cliente conhecido')
  await expectAccessible(page, 'the alerts')
})
