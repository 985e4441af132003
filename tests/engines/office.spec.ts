import { deploymentOf } from '../e2e/deployment.ts'
import { test } from './fixtures.ts'
import { Visitor } from './Visitor.ts'

const lost = 'Sem conexão com o servidor. O que aparece pode estar velho.'

test('the back office says that the network is lost, and goes on when it is back @full', async ({
  engine,
  officeUrl,
}) => {
  const office = await deploymentOf(officeUrl, true)
  const visitor = new Visitor(engine, office.url)
  const openFromMenu = async (name: string) => {
    await visitor.press('button', 'Abrir o menu')
    await visitor.press('link', name, { within: 'Páginas' })
  }
  try {
    await visitor.open('/')
    await visitor.fill('E-mail', 'admin@office.local')
    await visitor.fill('Senha', 'balcao-2026')
    await visitor.press('button', 'Entrar')
    await visitor.sees('heading', 'Fila de trabalho')
    await openFromMenu('Auditoria')
    await visitor.sees('heading', /^Auditoria/)
    await openFromMenu('Fila de trabalho')

    await test.step('a page that was opened before says what it could not read, and reads it when the network is back', async () => {
      office.cut()
      await visitor.seesText(lost)
      await openFromMenu('Auditoria')
      await visitor.sees('heading', /^Auditoria/)
      office.restore()
      await visitor.seesNoText(lost)
      await visitor.sees('table')
    })

    await test.step('a page that was not opened before comes when the network is back', async () => {
      office.cut()
      await openFromMenu('Jogadores')
      await visitor.seesText(lost)
      office.restore()
      await visitor.sees('heading', 'Jogadores')
      await visitor.sees('searchbox')
      await visitor.seesNoText(lost)
    })
  } finally {
    await office.close()
  }
})
