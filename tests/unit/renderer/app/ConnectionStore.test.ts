import { observable, runInAction } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionStatus } from '#contract/realtime.ts'
import { ConnectionStore } from '#renderer/app/ConnectionStore.ts'

const browser = { onLine: true }
const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  browser.onLine = true
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp(status: ConnectionStatus = 'offline') {
  const realtime = observable({ status })
  const server = observable({ isUnreachable: false })
  const connection = new ConnectionStore(realtime, server)
  const stop = connection.start()
  const setStatus = (next: ConnectionStatus) => runInAction(() => (realtime.status = next))
  return { setStatus, connection, server, stop }
}

describe('connection', () => {
  it('follows the browser', () => {
    const { connection } = setUp()
    expect(connection.isOffline).toBe(false)
    browser.onLine = false
    page.dispatchEvent(new Event('offline'))
    expect(connection.isOffline).toBe(true)
    browser.onLine = true
    page.dispatchEvent(new Event('online'))
    expect(connection.isOffline).toBe(false)
  })

  it('reports an unreachable server after 4 s, but no short interruption', () => {
    const { connection, setStatus } = setUp('online')
    setStatus('connecting')
    vi.advanceTimersByTime(3_999)
    expect(connection.isOffline).toBe(false)
    vi.advanceTimersByTime(1)
    expect(connection.isOffline).toBe(true)
    setStatus('online')
    expect(connection.isOffline).toBe(false)
  })

  it('without a login it is offline only while the server does not respond', () => {
    const { connection, server } = setUp('offline')
    vi.advanceTimersByTime(60_000)
    expect(connection.isOffline).toBe(false)
    runInAction(() => (server.isUnreachable = true))
    expect(connection.isOffline).toBe(true)
  })

  it('stops listening', () => {
    const { connection, setStatus, stop } = setUp('online')
    stop()
    setStatus('connecting')
    vi.advanceTimersByTime(10_000)
    expect(connection.isOffline).toBe(false)
  })
})
