import { expect, it } from 'vitest'
import { defaultConfig } from '#main/config/AppConfig.ts'
import { fixedSettings, only } from '#main/staff/fixedSettings.ts'

it('tells what the operator and the environment set, which saving at the machine leaves alone', () => {
  const fixed = fixedSettings(
    { volume: 20, openingHours: '' },
    { PALPITE_ROTATION: '90', PALPITE_KIOSK: '', PALPITE_DEMO: '1' },
  )
  expect(fixed).toEqual({ volume: 'operator', openingHours: 'operator', rotation: 'environment' })
  expect(only({ ...defaultConfig, volume: 70 }, fixed)).toEqual({
    volume: 70,
    openingHours: '',
    rotation: 0,
  })
})
