import { describe, expect, it } from 'vitest'
import { productionEnv } from './helpers/production.ts'
import { createTestApp } from './helpers/testApp.ts'

const { app } = await createTestApp()

describe('the application', () => {
  it('responds in the envelope to an injected call', async () => {
    const response = await app.inject({ url: '/api/app/main/appInfo' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 0 })
  })

  it('publishes its OpenAPI document', async () => {
    const response = await app.inject({ url: '/api/docs/json' })
    expect(response.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Palpite' } })
  })

  it('reports a malformed escape in the URL in the envelope, in the requested language', async () => {
    const response = await app.inject({ url: '/api/app/main/%E0%A4%A', headers: { lang: 'pt_BR' } })
    expect([response.statusCode, response.json<{ status: number }>().status]).toEqual([404, 404])
    expect(response.body).not.toMatch(/FST_|Bad Request/)
    // These are looked up exactly as typed; no such invite code exists.
    for (const typed of ['100%', '%00', '%E0']) {
      const code = await app.inject({ url: `/api/app/main/invitation/${typed}` })
      expect(code.statusCode).toBe(400)
      expect(code.json<{ message: string }>().message).toMatch(/convite/i)
    }
  })

  it('has no sandbox in production', async () => {
    const production = await createTestApp(productionEnv)
    const [inSandbox, inProduction] = await Promise.all([
      app.inject({ url: '/sandbox/api/outbox' }),
      production.app.inject({ url: '/sandbox/api/outbox' }),
    ])
    expect(inSandbox.statusCode).toBe(200)
    expect(inProduction.statusCode).toBe(404)
  })
})
