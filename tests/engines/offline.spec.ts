import { deploymentOf } from '../e2e/deployment.ts'
import { expect, test } from './fixtures.ts'
import { Visitor } from './Visitor.ts'

const offline = 'Sem conexão. Tentando de novo…'

/** What the service worker does not have yet of this page and its files. */
const notKept = `
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const needed = ['/index.html', '/home?language=', ...paths.filter((path) => path.startsWith('/assets/'))]
  const missing = needed.map(async (path) => ((await caches.match(path, { ignoreVary: true })) ? [] : [path]))
  return Promise.all(missing).then((lists) => [
    ...lists.flat(), ...(navigator.serviceWorker.controller ? [] : ['control'])])`

const withoutSheet = `
  return [...document.querySelectorAll('link[rel=stylesheet]')].filter((link) => !link.disabled && !link.sheet).map(({ href }) => href)`

test('pages open without a network where they were kept, and work when it is back @full', async ({
  engine,
  serverUrl,
  sandbox,
}) => {
  const deployment = await deploymentOf(serverUrl)
  const visitor = new Visitor(engine, deployment.url)
  const unstyled = () => engine.run<string[]>(withoutSheet)
  const { username } = await sandbox.createUser({ balance: 10 })
  try {
    await visitor.open('/icon.svg')
    await engine.run('localStorage.setItem("token", arguments[0])', await sandbox.newSession(username))
    await visitor.open('/home')
    await visitor.sees('link', 'Mines')
    await expect.poll(() => sandbox.isOnline(username)).toBe(true)
    const hasWorker = await engine.run<boolean>('return "serviceWorker" in navigator')
    if (hasWorker) await expect.poll(() => engine.run(notKept)).toEqual([])

    await test.step('a page that was not opened before', async () => {
      deployment.cut()
      await visitor.press('link', 'Esportes', { within: 'Principal' })
      await visitor.seesText(offline)
      deployment.restore()
      await visitor.seesNoText(offline)
      await visitor.sees('tab', 'Próximas')
      await expect.poll(unstyled).toEqual([])
    })

    if (!hasWorker) return
    await test.step('a kept page, opened without a network', async () => {
      deployment.cut()
      await visitor.open('/home')
      await visitor.sees('link', 'Mines')
      await visitor.seesText(offline)
      deployment.restore()
      await visitor.seesNoText(offline)
      // A call of the page has failed meanwhile, and says so until it is read.
      if (await visitor.has('alertdialog')) await visitor.press('button', 'Eu entendi')
      await visitor.press('link', 'Mines')
      await visitor.sees('button', /^Casa 1/)
      await expect.poll(unstyled).toEqual([])
    })

    await test.step('an address that was not opened before waits for its page, and gets it when the network is back', async () => {
      deployment.cut()
      await visitor.open('/limbo')
      await visitor.seesText(offline)
      deployment.restore()
      await visitor.seesNoText(offline)
      if (await visitor.has('alertdialog')) await visitor.press('button', 'Eu entendi')
      await visitor.sees('button', /^Apostar/)
    })
  } finally {
    await deployment.close()
  }
})
