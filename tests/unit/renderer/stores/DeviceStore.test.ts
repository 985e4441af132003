import { beforeEach, describe, expect, it } from 'vitest'
import { createFixture } from './rootFixture.ts'

const appInfo = '/api/app/main/appInfo'

describe('the key of the server', () => {
  let fixture: ReturnType<typeof createFixture>
  const info = (apiKey: string) => fixture.respond(appInfo, { data: { apiKey } })

  beforeEach(async () => {
    fixture = createFixture()
    info('first')
    await fixture.enter()
    await fixture.root.device.load()
  })

  it('is stored, and changes nothing as long as it is the same', async () => {
    expect(fixture.local.get('apiKey')).toBe('first')
    await fixture.root.device.load()
    expect(fixture.root.session.isLoggedIn).toBe(true)
    expect(fixture.local.get('userInfo')).toMatchObject({ uId: 'u1' })
  })

  it('is gone after a logout', async () => {
    await fixture.root.session.end()
    await fixture.root.device.load()
    expect(fixture.local.size).toBe(0)
  })

  it('is not stored when its first response comes after a logout', async () => {
    const quick = createFixture()
    quick.respond(appInfo, { data: { apiKey: 'first' } })
    await quick.enter()
    await quick.root.session.end()
    await quick.root.device.load()
    expect(quick.local.size).toBe(0)
  })

  it('of another server ends the session and removes what was stored of the old one', async () => {
    info('second')
    await fixture.root.device.load()
    expect(fixture.root.session.isLoggedIn).toBe(false)
    expect(Object.fromEntries(fixture.local)).toEqual({ apiKey: 'second' })
  })
})
