import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CaptchaStore } from '#renderer/features/access/CaptchaStore.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

const image = { kind: 'image', image: 'data:image/png;base64,AA==' }
const widget = { kind: 'widget', challenge: { algorithm: 'SHA-256' } }

function setUp(picture: unknown = image) {
  const fixture = createFixture()
  let current = picture
  const captcha = new CaptchaStore(fixture.root.api)
  const serve = (next: unknown) => (current = next)
  fixture.respond('/api/auth/user/captcha/*', () => (current ? { data: current } : { networkError: true }))
  const refresh = () => captcha.refresh()
  return { ...fixture, captcha, serve, refresh }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('captcha id', () => {
  it('is an integer from 0 to below 100000000', async () => {
    const { captcha, refresh } = setUp()
    for (let round = 0; round < 500; round++) {
      await refresh()
      const { id } = captcha
      expect(Number.isInteger(id) && id >= 0 && id < 100_000_000).toBe(true)
    }
  })

  it('discards the values that would make it uneven', async () => {
    const { captcha, refresh } = setUp()
    const words = [0xffff_ffff, 4_200_000_000, 4_199_999_999]
    const spy = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      ;(array as Uint32Array)[0] = words.shift() ?? 0
      return array
    })
    await refresh()
    expect(captcha.id).toBe(99_999_999)
    expect(spy).toHaveBeenCalledTimes(3)
    spy.mockRestore()
  })
})

describe('captcha', () => {
  it('asks for its id and shows the picture without the loading indicator', async () => {
    const { captcha, refresh, root, count } = setUp()
    await refresh()
    expect(captcha.picture).toEqual(image)
    expect(captcha.isLoading).toBe(false)
    expect(root.loading.isOn).toBe(false)
    expect(count(`/api/auth/user/captcha/${captcha.id}`)).toBe(1)
  })

  it('clears the answer and uses a new id when refreshed', async () => {
    const { captcha, refresh } = setUp()
    await refresh()
    const { id } = captcha
    captcha.setAnswer('7KQ2M')
    expect(captcha.isAnswered).toBe(true)
    await refresh()
    expect(captcha.answer).toBe('')
    expect(captcha.id).not.toBe(id)
  })

  it('blanks do not count as an answer', () => {
    const { captcha } = setUp()
    captcha.setAnswer('  ')
    expect(captcha.isAnswered).toBe(false)
  })

  it('shows its failure without an alert, and recovers', async () => {
    const { captcha, refresh, serve, root } = setUp(null)
    const failing = refresh()
    await vi.advanceTimersByTimeAsync(3_000)
    await failing
    expect(captcha.hasFailed).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(root.alerts.current).toBeUndefined()
    serve(image)
    await refresh()
    expect(captcha.hasFailed).toBe(false)
    expect(captcha.picture).toEqual(image)
  })

  it('reloads the bot check after 200 ms', async () => {
    const { captcha, refresh, count } = setUp(widget)
    await refresh()
    expect(captcha.picture).toEqual(widget)
    const again = refresh()
    expect(captcha.picture).toBeNull()
    await vi.advanceTimersByTimeAsync(199)
    expect(count(`/api/auth/user/captcha/${captcha.id}`)).toBe(0)
    await vi.advanceTimersByTimeAsync(2)
    await again
    expect(captcha.picture).toEqual(widget)
  })

  it('is the bot check once the player cannot see the image, also after a failed form', async () => {
    const { captcha, refresh, serve, respond } = setUp()
    await refresh()
    const queries: unknown[] = []
    respond('/api/auth/user/captcha/*', (request) => {
      queries.push(request.query)
      return { data: widget }
    })
    serve(widget)
    await captcha.useBotCheck()
    expect([captcha.picture, captcha.isJustChosen]).toEqual([widget, true])
    const again = refresh()
    await vi.advanceTimersByTimeAsync(201)
    await again
    expect(captcha.isJustChosen).toBe(false)
    expect(queries).toEqual([{ kind: 'widget' }, { kind: 'widget' }])
  })

  it('a response to an older id changes nothing', async () => {
    const { captcha, respond } = setUp()
    const first = captcha.refresh()
    const firstPath = `/api/auth/user/captcha/${captcha.id}`
    respond(firstPath, { data: { kind: 'image', image: 'old' } })
    const second = captcha.refresh()
    respond(`/api/auth/user/captcha/${captcha.id}`, { data: image })
    await Promise.all([first, second])
    await settled()
    expect(captcha.picture).toEqual(image)
  })
})
