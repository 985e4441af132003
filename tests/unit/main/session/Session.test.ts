import { beforeEach, expect, it, vi } from 'vitest'
import { Session } from '#main/session/Session.ts'

let written: (string | null)[]
let session: Session
const listener = vi.fn()

beforeEach(() => {
  written = []
  listener.mockClear()
  session = new Session({
    deviceId: 'd',
    readToken: () => 'stored',
    writeToken: (token) => written.push(token),
  })
  session.onChanged(listener)
})

it('starts with the stored session', () => {
  expect(session.token).toBe('stored')
})

it('stores and announces a new session', () => {
  session.begin('new')
  expect(written).toEqual(['new'])
  expect(listener).toHaveBeenCalledExactlyOnceWith(true, 'server')
})

it('says once why the server ended the session, and nothing of an earlier one', () => {
  session.end('older', 'of another session')
  expect(session.takeEndText()).toBe('')
  session.end('stored', 'ended elsewhere')
  expect(session.takeEndText()).toBe('ended elsewhere')
  expect(session.takeEndText()).toBe('')
  session.begin('second')
  session.end('second', 'ended elsewhere')
  session.begin('third')
  session.clear()
  expect(session.takeEndText()).toBe('')
})

it('ends only the refused session', () => {
  session.end('older')
  expect(session.token).toBe('stored')
  session.end('stored')
  expect(session.token).toBeNull()
  expect(listener).toHaveBeenCalledExactlyOnceWith(false, 'server')
})

it('is cleared once, and reports who requested it', () => {
  session.clear()
  session.clear()
  expect(written).toEqual([null])
  expect(listener).toHaveBeenCalledExactlyOnceWith(false, 'renderer')
})
