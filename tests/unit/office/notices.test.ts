import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoticeStore, undoMs } from '#office/ui/actions/NoticeStore.ts'
import { sendRows } from '#office/ui/actions/sendRows.ts'

const carriedOut = () => vi.fn<(leaving: AbortSignal) => Promise<void>>(() => Promise.resolve())

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an action that can be undone', () => {
  it('happens once when its time is over', () => {
    const store = new NoticeStore()
    const run = carriedOut()
    store.offerUndo('Desativar', run)
    vi.advanceTimersByTime(undoMs - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run.mock.lastCall?.[0].aborted).toBe(false)
    store.leave()
    expect(run).toHaveBeenCalledOnce()
    expect(store.get()).toEqual([])
  })

  it('does not happen when it is undone, each by itself, the last one first', () => {
    const store = new NoticeStore()
    const [first, second] = [carriedOut(), carriedOut()]
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
    const run = carriedOut()
    store.offerUndo('Desativar', run)
    store.leave()
    expect(run.mock.lastCall?.[0].aborted).toBe(true)
    vi.advanceTimersByTime(undoMs)
    expect(run).toHaveBeenCalledOnce()
  })
})

/** Three rows whose responses come when the test says so. */
function threeRows() {
  const sent: { isLeaving: boolean; succeed: (answer: string) => void; fail: (error: Error) => void }[] = []
  return {
    sent,
    run: (leaving: AbortSignal) =>
      sendRows(
        3,
        (_, isLeaving) =>
          new Promise<string>((succeed, fail) => void sent.push({ isLeaving, succeed, fail })),
        leaving,
      ).then(
        () => undefined,
        () => undefined,
      ),
  }
}

describe('an action on several rows', () => {
  it('is sent whole when the page is left: no script runs after its first response', () => {
    const store = new NoticeStore()
    const { sent, run } = threeRows()
    store.offerUndo('Aprovar', run)
    store.leave()
    expect(sent.map(({ isLeaving }) => isLeaving)).toEqual([true, true, true])
  })

  it('is sent whole when the page is left while its rows are under way', () => {
    const store = new NoticeStore()
    const { sent, run } = threeRows()
    store.offerUndo('Aprovar', run)
    vi.advanceTimersByTime(undoMs)
    expect(sent).toHaveLength(1)
    store.leave()
    expect(sent.map(({ isLeaving }) => isLeaving)).toEqual([false, true, true])
  })

  it('is over before a logout goes on, row after row', async () => {
    const store = new NoticeStore()
    const { sent, run } = threeRows()
    store.offerUndo('Aprovar', run)
    const over = vi.fn<() => void>()
    const finished = store.finish().then(over)
    for (const index of [0, 1, 2]) {
      await vi.waitFor(() => expect(sent).toHaveLength(index + 1))
      expect(over).not.toHaveBeenCalled()
      sent[index]?.succeed('done')
    }
    await finished
    expect(over).toHaveBeenCalledOnce()
  })

  it('stops at the first refusal', async () => {
    const store = new NoticeStore()
    const { sent, run } = threeRows()
    store.offerUndo('Aprovar', run)
    const finished = store.finish()
    sent[0]?.fail(new Error('refused'))
    await finished
    store.leave()
    expect(sent).toHaveLength(1)
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
