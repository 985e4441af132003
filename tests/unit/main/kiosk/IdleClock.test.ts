import { expect, it } from 'vitest'
import { IdleWatch } from '#main/customer/IdleWatch.ts'
import { IdleClock } from '#main/kiosk/IdleClock.ts'
import { LastInput } from '#main/kiosk/LastInput.ts'

/** A terminal whose operating system counts, or says 0 for ever, and whose customer has a session. */
function terminal(systemCounts: boolean) {
  let real = 100_000
  let inputAt = real
  const clock = new IdleClock(() => real)
  const input = new LastInput({
    now: clock.now,
    readSystemSeconds: () => (systemCounts ? clock.since(Math.floor((real - inputAt) / 1_000)) : 0),
    readPointer: () => ({ x: 0, y: 0 }),
  })
  const asked: (number | null)[] = []
  let ends = 0
  const watch = new IdleWatch({
    idleSeconds: 90,
    idleAnswerSeconds: 20,
    readIdleSeconds: () => input.read(),
    now: clock.now,
    hasSession: () => true,
    onAsk: (seconds) => asked.push(seconds),
    onEnd: () => ends++,
  })
  const wait = (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      real += 250
      watch.check()
    }
  }
  return {
    asked,
    ends: () => ends,
    wait,
    pass(seconds: number) {
      clock.pass(seconds)
      watch.check()
    },
    /** Of a test driver: the operating system does not see it. */
    press() {
      input.note()
      watch.check()
    },
    /** Of a person. */
    touch() {
      inputAt = real
      input.note()
      watch.check()
    },
  }
}

it.each([true, false])('brings the question and the end at once; the system counts: %s', (systemCounts) => {
  const { asked, ends, wait, pass } = terminal(systemCounts)
  wait(5_000)
  pass(80)
  expect(asked).toEqual([])
  pass(10)
  expect(asked.at(-1)).toBeLessThanOrEqual(20)
  expect(ends()).toBe(0)
  pass(20)
  expect(ends()).toBe(1)
})

it.each([true, false])(
  'an answer of a test driver or a person lasts as long as any; the system counts: %s',
  (systemCounts) => {
    const { asked, wait, pass, press, touch } = terminal(systemCounts)
    for (const answer of [press, touch]) {
      wait(2_000)
      pass(91)
      expect(asked.at(-1)).toEqual(expect.any(Number))
      answer()
      expect(asked.at(-1)).toBeNull()
      wait(3_000)
      pass(80)
      expect(asked.at(-1)).toBeNull()
      answer()
    }
  },
)
