import { expect, it, vi } from 'vitest'
import { wakeAudio } from '#contract/wakeAudio.ts'

function createAudio(state: string, resume: () => Promise<void>) {
  const audio = { state, resume: vi.fn(resume) }
  const page = new EventTarget()
  return { audio, page, press: (type: string) => page.dispatchEvent(new Event(type)) }
}

it.each(['suspended', 'interrupted'])(
  'a context that is %s is resumed now, and at the next press once',
  (state) => {
    const { audio, page, press } = createAudio(state, () => Promise.reject(new Error('not in a press')))
    vi.spyOn(console, 'info').mockReturnValue()
    wakeAudio(audio, page)
    expect(audio.resume).toHaveBeenCalledTimes(1)
    // A second sound adds no second listener.
    wakeAudio(audio, page)
    expect(audio.resume).toHaveBeenCalledTimes(2)
    press('touchend')
    expect(audio.resume).toHaveBeenCalledTimes(3)
    audio.state = 'running'
    press('click')
    expect(audio.resume).toHaveBeenCalledTimes(3)
  },
)

it('one that was interrupted again is resumed again', () => {
  const { audio, page, press } = createAudio('interrupted', () => Promise.resolve())
  for (const times of [2, 4]) {
    audio.state = 'interrupted'
    wakeAudio(audio, page)
    press('keydown')
    expect(audio.resume).toHaveBeenCalledTimes(times)
  }
})

it.each(['running', 'closed'])('one that is %s is left alone', (state) => {
  const { audio, page, press } = createAudio(state, () => Promise.resolve())
  wakeAudio(audio, page)
  press('click')
  expect(audio.resume).not.toHaveBeenCalled()
})
