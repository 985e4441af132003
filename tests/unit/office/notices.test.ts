import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OfficeError } from '#office/data/OfficeError.ts'
import { NoticeStore, undoMs } from '#office/ui/actions/NoticeStore.ts'
import { pendingRows } from '#office/ui/actions/pendingRows.ts'
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

  it('goes on past a refusal', async () => {
    const refused = new OfficeError('changed', { status: 409, code: 'conflict' })
    const outcomes = await sendRows(3, async (index) => {
      if (index === 1) throw refused
      return index
    })
    expect(outcomes).toEqual([
      { state: 'done', answer: 0 },
      { state: 'failed', error: refused },
      { state: 'done', answer: 2 },
    ])
  })

  it.each([
    ['a lost network', { status: 0, code: 'offline' as const }],
    ['an ended session', { status: 401, code: 'notLoggedIn' as const }],
  ])('stops at %s, which concerns all rows', async (_, failure) => {
    const send = vi.fn<() => Promise<never>>(() => Promise.reject(new OfficeError('', failure)))
    expect((await sendRows(3, send)).map(({ state }) => state)).toEqual(['failed', 'unsent', 'unsent'])
    expect(send).toHaveBeenCalledOnce()
  })
})

describe('rows that wait', () => {
  it('wait until all that waits for them is over', () => {
    pendingRows.add(['withdrawals/1', 'withdrawals/2'], 'Aprovar')
    pendingRows.add(['withdrawals/1'], 'Recusar')
    expect([...pendingRows.get()]).toEqual([
      ['withdrawals/1', 'Recusar'],
      ['withdrawals/2', 'Aprovar'],
    ])
    pendingRows.remove(['withdrawals/1'], 'Recusar')
    expect(pendingRows.get().get('withdrawals/1')).toBe('Aprovar')
    pendingRows.remove(['withdrawals/1', 'withdrawals/2'], 'Aprovar')
    expect([pendingRows.has('withdrawals/1'), pendingRows.get().size]).toEqual([false, 0])
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
