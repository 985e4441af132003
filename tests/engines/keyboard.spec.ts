import { expect, test } from './fixtures.ts'

test(
  'a player logs in and bets by keyboard alone',
  { tag: '@firefox' },
  async ({ visitor, engine, sandbox }) => {
    const user = await sandbox.createUser({ balance: 50 })
    await visitor.open('/download')
    await visitor.sees('button', 'Entrar')
    await visitor.tabTo('Entrar')
    await visitor.pressKey('Enter')
    await visitor.sees('dialog', 'Acesso')
    for (const [field, text] of [
      ['E-mail', user.username],
      ['Senha', user.password],
    ] as const) {
      await visitor.tabTo(field)
      await engine.type(text)
    }
    await visitor.sees('img', 'Captcha', { within: 'Acesso' })
    const codeId = await engine.run<string>('return document.querySelector("[data-code-id]").dataset.codeId')
    await visitor.tabTo('Captcha')
    await engine.type(await sandbox.captchaAnswer(codeId))
    await visitor.pressKey('Enter')
    await visitor.reads('status', 'Saldo', 'R$ 50,00')

    await visitor.open('/dice')
    await visitor.reads('status', 'Saldo', 'R$ 50,00')
    await visitor.tabTo('Apostar')
    await visitor.pressKey('Enter')
    await expect.poll(() => visitor.textOf('status', 'Saldo')).not.toContain('R$ 50,00')
  },
)
