import { describe, expect, it } from 'vitest'
import { productionEnv } from './helpers/production.ts'
import { createTestApp } from './helpers/testApp.ts'

const { app } = await createTestApp()

describe('the application', () => {
  it('responds in the envelope without a port', async () => {
    const response = await app.inject({ url: '/api/app/main/appInfo' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 0 })
  })

  it('publishes its OpenAPI document', async () => {
    const response = await app.inject({ url: '/api/docs/json' })
    expect(response.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Palpite' } })
  })

  it('responds to a broken escape in an address in the envelope, in the requested language', async () => {
    const response = await app.inject({ url: '/api/app/main/%E0%A4%A', headers: { lang: 'pt_BR' } })
    expect([response.statusCode, response.json<{ status: number }>().status]).toEqual([404, 404])
    expect(response.body).not.toMatch(/FST_|Bad Request/)
    // An invite code that does not exist, exactly as typed.
    for (const typed of ['100%', '%00', '%E0']) {
      const code = await app.inject({ url: `/api/app/main/invitation/${typed}` })
      expect(code.statusCode).toBe(400)
      expect(code.json<{ message: string }>().message).toMatch(/convite/i)
    }
  })

  it('has no sandbox in production', async () => {
    const production = await createTestApp(productionEnv)
    const [there, notThere] = await Promise.all([
      app.inject({ url: '/sandbox/api/outbox' }),
      production.app.inject({ url: '/sandbox/api/outbox' }),
    ])
    expect(there.statusCode).toBe(200)
    expect(notThere.statusCode).toBe(404)
  })
})
