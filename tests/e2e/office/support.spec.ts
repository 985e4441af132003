import { randomUUID } from 'node:crypto'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { ChatPanel } from '../page-models/chat-panel.ts'
import { expect, test } from './fixtures.ts'

test('support answers a player with a canned answer, hands the conversation over, and finds it in the timeline', async ({
  enter,
  openProduct,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username } = await sandbox.createUser()
  const player = await openProduct(username)
  const chat = new ChatPanel(player)
  await chat.open()
  await chat.write('Meu depósito não caiu')
  await expect(chat.bubbles).toHaveText(['Meu depósito não caiu'])

  const support = await enter('support', '/support/canned')
  const shortcut = `pix-${randomUUID().slice(0, 8)}`
  await support.getByRole('button', { name: 'Nova resposta pronta' }).click()
  const making = support.getByRole('dialog')
  await making.getByLabel('Atalho').fill(shortcut)
  await making.getByLabel('Título').fill('Pix a caminho')
  await making.getByRole('button', { name: 'Nova resposta pronta' }).click()
  await expect(making.getByLabel('Em português')).toHaveAccessibleDescription(
    'Preencha pelo menos um idioma.',
  )
  await making.getByLabel('Em português').fill('O Pix cai em até cinco minutos.')
  await making.getByRole('button', { name: 'Nova resposta pronta' }).click()
  await expect(making).toBeHidden()

  // From the work queue to the conversation; whoever has waited longest is first.
  await support
    .getByRole('navigation', { name: 'Páginas' })
    .getByRole('link', { name: 'Fila de trabalho' })
    .click()
  await support
    .getByRole('main')
    .getByRole('link', { name: /Conversas/ })
    .click()
  await expect(support.getByLabel('Situação')).toHaveValue('waiting')
  await support.getByLabel('E-mail').fill(username)
  const row = support.getByRole('region', { name: 'Conversas' }).getByRole('link', { name: username })
  await expect(row).toContainText('À espera')
  await expect(row.getByRole('img', { name: '1 mensagem não lida' })).toBeVisible()
  await row.click()
  const conversation = support.getByRole('region', { name: 'Conversa', exact: true })
  await expect(conversation.getByText('Ninguém atende ainda')).toBeVisible()
  await support.keyboard.press('a')
  await support.keyboard.type(`/${shortcut}`)
  await expect(conversation.getByRole('button', { name: /Pix a caminho/ })).toBeVisible()
  await support.keyboard.press('Enter')
  await expect(conversation.getByLabel('Resposta')).toHaveValue('O Pix cai em até cinco minutos.')
  await support.keyboard.press('Control+Enter')
  await expect(conversation.getByText('Você atende')).toBeVisible()
  await expectAccessible(support, 'office-conversation')
  await expect(chat.bubbles).toHaveText(['Meu depósito não caiu', 'O Pix cai em até cinco minutos.'])

  // The next shift goes on with it; the player has closed the panel and sees that there is something new.
  await chat.closeByKey()
  await conversation.getByRole('button', { name: 'Passar para' }).click()
  await support.getByRole('menuitem', { name: 'Ada Admin' }).click()
  await expect(conversation.getByText('Ada Admin atende')).toBeVisible()
  const admin = await enter('administrator', '/support?assigned=me')
  await admin.getByLabel('E-mail').fill(username)
  await admin.getByRole('link', { name: username }).click()
  await admin.getByLabel('Resposta').fill('Caiu agora?')
  await admin.getByRole('button', { name: /^Responder/ }).click()
  await expect(chat.button).toHaveAccessibleName('Abrir chat, 1 mensagem nova')
  await chat.open()
  await expect(chat.bubbles.last()).toHaveText('Caiu agora?')
  await expect(conversation.getByText('Caiu agora?')).toBeVisible()

  await conversation.getByRole('link', { name: /^Jogador/ }).click()
  await support.getByRole('tab', { name: 'Linha do tempo' }).click()
  await support.getByRole('group', { name: 'Linha do tempo' }).getByRole('button', { name: 'Chat' }).click()
  const entries = support.getByRole('tabpanel').getByRole('listitem')
  await expect(entries).toHaveText([
    /Atendimento escreveu no chatAda Admin/,
    /Passar paraSueli Suporte → Ada Admin/,
    /Atendimento escreveu no chatSueli Suporte/,
    /Jogador escreveu no chat/,
  ])
  await entries.first().getByRole('link').click()
  await expect(conversation.getByText('Caiu agora?')).toBeVisible()
  await conversation.getByRole('button', { name: /^Encerrar conversa/ }).click()
  await expect(conversation.getByText('Encerrada')).toBeVisible()
})

test('support writes to a player first, and sees which e-mails went out, without what they say @full', async ({
  enter,
  openProduct,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username } = await sandbox.createUser()
  const player = await openProduct(username)
  const chat = new ChatPanel(player)
  await expect(chat.button).toHaveAccessibleName('Abrir chat')
  const support = await enter('support', '/players')
  await support.getByLabel('E-mail, nome, telefone, CPF, id, aparelho').fill(username)
  await support.getByRole('row', { name: username }).getByText(username).click()
  await support.getByRole('heading', { name: username }).waitFor()
  await support.keyboard.press('m')
  const dialog = support.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Escrever ao jogador' }).click()
  await expect(dialog.getByLabel('Mensagem')).toHaveAccessibleDescription('Preencha este campo.')
  await dialog.getByLabel('Mensagem').fill('Oi! Seu comprovante chegou.')
  await dialog.getByRole('button', { name: 'Escrever ao jogador' }).click()
  await expect(dialog).toBeHidden()
  await expect(chat.button).toHaveAccessibleName('Abrir chat, 1 mensagem nova')
  await chat.open()
  await expect(chat.bubbles).toHaveText(['Oi! Seu comprovante chegou.'])

  // The player forgets the password: the code goes out by e-mail.
  const sent = await player.request.post(`${serverUrl}/api/app/main/RESETPWD/sendEmail`, {
    data: { email: username },
  })
  expect(sent.ok()).toBe(true)
  await support.goto('/mails')
  await support.getByLabel('Endereço completo').fill(username)
  const mail = support.getByRole('row', { name: username }).filter({ hasText: 'Código para nova senha' })
  await expect(mail).toBeVisible()
  await expect(async () => {
    await support.getByRole('button', { name: 'Atualizar' }).click()
    await expect(mail).toContainText('Enviado', { timeout: 1_000 })
  }).toPass()
  const code = await sandbox.mailedCode(username)
  await expect(support.getByRole('main')).not.toContainText(code)
  await support.getByLabel('Situação').selectOption('Desistido')
  await expect(support.getByText('Nada corresponde aos filtros')).toBeVisible()
})
