import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterFrame } from '#renderer/games/shared/afterFrame.ts'
import { stubFrames } from './frames.ts'

let frames: ReturnType<typeof stubFrames>

beforeEach(() => {
  vi.useFakeTimers()
  frames = stubFrames()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function wait(): { isOver: boolean } {
  const state = { isOver: false }
  void afterFrame().then(() => (state.isOver = true))
  return state
}

it('continues in a separate task once the next frame is drawn', async () => {
  const state = wait()
  await vi.advanceTimersByTimeAsync(50)
  expect(state.isOver).toBe(false)
  const drawn = frames.draw()
  await Promise.resolve()
  expect(state.isOver).toBe(false)
  await drawn
  expect(state.isOver).toBe(true)
})

it('does not wait when no frames are drawn', async () => {
  vi.stubGlobal('document', { hidden: true })
  const hidden = wait()
  await Promise.resolve()
  expect(hidden.isOver).toBe(true)
  vi.stubGlobal('document', { hidden: false })
  const late = wait()
  await vi.advanceTimersByTimeAsync(99)
  expect(late.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(late.isOver).toBe(true)
})
