/** Calls of main go through Electron's net: the proxy of the system, its certificates. */
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, send, test, withOwnApplication } from './fixtures.ts'
import { untrusted } from '../../untrusted.ts'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

test.use(withOwnApplication)

test('a call passes through the proxy of its session @full', async ({ electronApp, page, server }) => {
  const passed: (string | undefined)[] = []
  const proxy = createHttp((request, response) => {
    passed.push(request.url)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ status: 0, message: '', data: 'by the proxy' }))
  })
  const proxyRules = `http://127.0.0.1:${await listen(proxy)}`
  // Chromium would not ask a proxy for this machine.
  await electronApp.evaluate(
    ({ session }, rules) =>
      session.fromPartition('api:0').setProxy({ proxyRules: rules, proxyBypassRules: '<-loopback>' }),
    proxyRules,
  )
  try {
    expect(await send(page, '/api/test/echo')).toMatchObject({
      httpStatus: 200,
      body: { data: 'by the proxy' },
    })
    expect(passed).toContain(`${server.url}/api/test/echo`)
    expect(server.requests('/api/test/echo')).toEqual([])
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

test('a server whose certificate nobody trusts gets nothing, and the log says why', async ({ launch }) => {
  const asked: (string | undefined)[] = []
  const server = createHttps(untrusted, (request, response) => {
    asked.push(request.url)
    response.end('{"status":0,"message":"","data":null}')
  })
  const port = await listen(server)
  try {
    const app = await launch({ PALPITE_SERVER_URL: `https://127.0.0.1:${port}` })
    let log = ''
    app.process().stderr?.on('data', (text) => (log += String(text)))
    const page = await app.firstWindow()
    expect(await send(page, '/api/test/echo')).toEqual({ networkError: true, httpStatus: 0, body: null })
    await expect.poll(() => log).toMatch(/no response \/api\/test\/echo .*ERR_CERT/)
    expect(asked).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
