import { describe, expect, it } from 'vitest'
import { isOpeningHours, isOpenAt, isRestartDue, isTimeOfDay } from '#main/kiosk/schedule.ts'

const at = (time: string, day = 2) => new Date(`2026-03-0${day}T${time}:00`)

describe('opening hours', () => {
  it.each([
    ['', '03:00', true],
    ['09:00-23:00', '08:59', false],
    ['09:00-23:00', '09:00', true],
    ['09:00-23:00', '22:59', true],
    ['09:00-23:00', '23:00', false],
    ['18:00-02:00', '17:59', false],
    ['18:00-02:00', '23:59', true],
    ['18:00-02:00', '01:59', true],
    ['18:00-02:00', '02:00', false],
    ['06:00-06:00', '03:00', true],
  ])('%s at %s: %s', (hours, time, isOpen) => expect(isOpenAt(hours, at(time))).toBe(isOpen))

  it('are refused when they are none', () => {
    for (const text of ['9-23', '09:00', '24:00-01:00', '09:60-10:00', '09:00-23:00 ']) {
      expect(isOpeningHours(text), text).toBe(false)
    }
    expect(isOpeningHours('18:00-02:00')).toBe(true)
    expect([isTimeOfDay('05:00'), isTimeOfDay('5:00'), isTimeOfDay('')]).toEqual([true, false, true])
  })
})

describe('the daily restart', () => {
  it.each([
    ['', at('04:00', 1), at('06:00'), false],
    ['05:00', at('04:00'), at('04:59'), false],
    ['05:00', at('04:00'), at('05:00'), true],
    // It came after the time of that day.
    ['05:00', at('05:01'), at('23:00'), false],
    // A customer was there until the afternoon, or the machine was asleep.
    ['05:00', at('04:00', 1), at('15:00'), true],
    ['23:30', at('22:00', 1), at('00:10'), true],
  ])('%s, started %s, at %s: %s', (time, startedAt, now, isDue) => {
    expect(isRestartDue(time, startedAt, now)).toBe(isDue)
  })
})
