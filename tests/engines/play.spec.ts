import { expect, test } from './fixtures.ts'

test('a player writes to support, and reads the reply', async ({ visitor, sandbox, login }) => {
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

test('a slot is opened from home and spun, and the balance follows', async ({ visitor, login }) => {
  await login({ balance: 100 })
  await visitor.press('link', 'Amazônia')
  await visitor.inFrame('Amazônia', async () => {
    await visitor.press('button', 'Girar')
    await visitor.sees('button', /^Carteira: Saldo, (?!R\$ 100,00)/)
  })
  await expect.poll(() => visitor.textOf('status', 'Saldo')).not.toContain('R$ 100,00')
})
