import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoticeStore, undoMs } from '#office/ui/actions/NoticeStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an action that can be undone', () => {
  it('happens once when its time is over', () => {
    const store = new NoticeStore()
    const run = vi.fn<(isLeaving: boolean) => void>()
    store.offerUndo('Desativar', run)
    vi.advanceTimersByTime(undoMs - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run.mock.calls).toEqual([[false]])
    store.flush()
    expect(run).toHaveBeenCalledOnce()
    expect(store.get()).toEqual([])
  })

  it('does not happen when it is undone, each by itself, the last one first', () => {
    const store = new NoticeStore()
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const undone = vi.fn<() => void>()
    store.offerUndo('one', first)
    vi.advanceTimersByTime(4_000)
    store.offerUndo('two', second, undone)
    expect(store.undoLast()).toBe(true)
    expect(undone).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(undoMs)
    expect(first).toHaveBeenCalledOnce()
    expect(second).not.toHaveBeenCalled()
    expect(store.undoLast()).toBe(false)
  })

  it('happens at once when the page is left', () => {
    const store = new NoticeStore()
    const run = vi.fn<(isLeaving: boolean) => void>()
    store.offerUndo('Desativar', run)
    store.flush()
    expect(run.mock.calls).toEqual([[true]])
    vi.advanceTimersByTime(undoMs)
    expect(run).toHaveBeenCalledOnce()
  })
})

describe('a notice', () => {
  it('closes by itself, unless it is an error', () => {
    const store = new NoticeStore()
    store.say('good', 'Feito')
    store.say('bad', 'Falhou')
    vi.advanceTimersByTime(60_000)
    expect(store.get().map(({ text }) => text)).toEqual(['Falhou'])
    store.close(store.get()[0]?.id ?? 0)
    expect(store.get()).toEqual([])
  })
})
