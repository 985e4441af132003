import { describe, expect, it } from 'vitest'
import type { RootStore } from '#renderer/stores/RootStore.ts'
import { createFixture } from './rootFixture.ts'

class CounterStore {
  count = 0
  constructor(readonly root: RootStore) {}
}

class OtherStore {
  constructor(readonly root: RootStore) {}
}

describe('stores of features', () => {
  it('are made once for each class, from the root store', () => {
    const { root } = createFixture()
    const counter = root.feature(CounterStore)
    counter.count = 3
    expect(root.feature(CounterStore).count).toBe(3)
    expect(counter.root).toBe(root)
    expect(root.feature(OtherStore)).toBeInstanceOf(OtherStore)
  })

  it('are not shared between two apps', () => {
    const first = createFixture().root
    const second = createFixture().root
    expect(first.feature(CounterStore)).not.toBe(second.feature(CounterStore))
  })
})
