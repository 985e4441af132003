import { describe, expect, it } from 'vitest'
import { readAppFlag } from '#renderer/services/appFlag.ts'
import { createFixture } from '../stores/rootFixture.ts'

const flagOf = (host: 'web' | 'electron', isStandalone: boolean, stored?: unknown) => {
  const { root, local } = createFixture()
  if (stored !== undefined) local.set('isApp', stored)
  const isApp = readAppFlag(host, root.storages.local, () => isStandalone)
  return [isApp, local.get('isApp')]
}

describe('the app flag', () => {
  it('is set in the Electron window and after a start from the home screen, and stored under its key', () => {
    expect(flagOf('electron', false)).toEqual([true, 1])
    expect(flagOf('web', true)).toEqual([true, 1])
    expect(flagOf('web', false)).toEqual([false, 0])
  })

  it('keeps its value for pages opened from the app', () => {
    expect(flagOf('web', false, 1)).toEqual([true, 1])
    expect(flagOf('web', false, 'nonsense')).toEqual([false, 0])
  })
})
