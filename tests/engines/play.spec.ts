import { newMatch } from '../e2e/matches.ts'
import { expect, test } from './fixtures.ts'

test('a player writes to support, and reads the reply @full', async ({ visitor, sandbox, login }) => {
  const { username } = await login()
  await visitor.press('button', /^Abrir chat/)
  await visitor.inFrame('Chat do atendimento', async () => {
    await visitor.fill('Mensagem', 'Oi, teste')
    await visitor.pressKey('Enter')
    await visitor.reads('log', 'Conversa', 'Oi, teste')
    await expect.poll(() => sandbox.chat(username)).toEqual(['player: Oi, teste'])
    await sandbox.replyToChat(username, 'Já estou olhando.')
    await visitor.reads('log', 'Conversa', 'Já estou olhando.')
  })
})

test('a slot is opened from home and spun, and the balance follows @full', async ({ visitor, login }) => {
  await login({ balance: 100 })
  await visitor.press('link', 'Amazônia')
  await visitor.inFrame('Amazônia', async () => {
    await visitor.press('button', 'Girar')
    await visitor.sees('button', /^Carteira: Saldo, (?!R\$\s100,00)/)
  })
  await expect.poll(() => visitor.textOf('status', 'Saldo')).not.toContain('R$ 100,00')
})

test('the address of a ticket is copied @full', async ({ visitor, engine, sandbox, login }) => {
  await login({ balance: 50 })
  const match = await newMatch(sandbox)
  await visitor.open(`/footballPage?match=${match.matchId}`)
  await visitor.press('button', new RegExp(`Resultado final: ${match.home} `))
  await visitor.press('button', /^Bilhete/)
  await visitor.fill('Aposta', '20', { within: 'Bilhete' })
  await visitor.press('button', 'Apostar', { within: 'Bilhete' })
  await visitor.press('button', 'Ver minhas apostas')
  await visitor.press('button', 'Compartilhar')
  await visitor.seesText('A cópia foi bem-sucedida')
  // What was copied is what a field gets.
  await visitor.open('/footballPage')
  await visitor.press('searchbox', /./)
  await engine.paste()
  await expect
    .poll(() => engine.run('return document.activeElement.value'))
    .toMatch(/^http\S+\/bilhete[\w-]+/)
})
