import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempts } from '../../data/attempts.ts'
import { useHouseHas, useMay, useOffice, useSession } from '../../data/context.ts'
import { messageOf } from '../../data/OfficeError.ts'
import type { Action, ActionValues } from './action.ts'
import { callKey } from './action.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { notices } from './notices.ts'
import { pendingRows } from './pendingRows.ts'
import {
  attemptName,
  detailOf,
  noticeOf,
  runAction,
  unfinishedOf,
  type ActionRun,
  type Target,
} from './runAction.ts'

interface Begun<Row> {
  action: Action<Row>
  targets: readonly Target<Row>[]
  /** Its number, where a dialog asks for it. */
  dialog?: number
  /** Gets the rows that are left to be done: none once it is sent, afterwards those that were not done. */
  onLeft?: ((ids: readonly string[]) => void) | undefined
}

export interface ActionRunner<Row> {
  /** Those of the actions that the person may do and that fit the target. */
  offered: (actions: readonly Action<Row>[], row: Row) => Action<Row>[]
  /** Asks what has to be asked, then does it. Rows that wait for an action already are left out. */
  start: (action: Action<Row>, targets: readonly Target<Row>[], onLeft?: Begun<Row>['onLeft']) => void
  /** The dialog of the action that was started; render it somewhere. */
  dialog: ReactNode
}

let lastDialog = 0

/** Runs actions: dialog with reason, undo, idempotency key, four eyes, notices, and fresh data afterwards. */
export function useActions<Row>(resource: string): ActionRunner<Row> {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const may = useMay()
  const has = useHouseHas()
  const { state } = useSession()
  const [begun, setBegun] = useState<Begun<Row>>()
  const [result, setResult] = useState<{ title: string; content: ReactNode }>()
  /** An answer finds out by it whether its own dialog is still open. */
  const openDialog = useRef<number>(undefined)
  useEffect(() => () => void (openDialog.current = undefined), [])

  const nameOf = (targets: readonly Target<Row>[]) =>
    targets.length === 1 ? (targets[0]?.name ?? '') : t('actions.several', { count: targets.length })
  const label = (action: Action<Row>) => t(callKey(action.call.name)) as string
  /** What is done to what; an action of a page has no name after it. */
  const titleOf = ({ action, targets }: Begun<Row>) =>
    [label(action), nameOf(targets)].filter((part) => part !== '').join(': ')
  const idsOf = (targets: readonly Target<Row>[]) =>
    targets.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const pendingId = (id: string) => `${resource}/${id}`

  const refresh = () => queries.invalidateQueries()
  const say = (of: Begun<Row>, run: ActionRun<Row>) => {
    const { tone, ...more } = noticeOf(run, of.targets.length, t)
    notices.say(tone, titleOf(of), more)
  }
  const showResult = ({ action }: Begun<Row>, run: ActionRun<Row>) => {
    if (action.result && run.done.length > 0 && run.approvals.length === 0)
      setResult({ title: label(action), content: action.result(run.answer) })
  }
  const run = (of: Begun<Row>, values: ActionValues, leaving?: AbortSignal) =>
    runAction({ client, attempts }, { ...of, values }, leaving)

  /** Carries it out when it cannot be undone any more; says by a notice what became of it. */
  function waitForUndo(of: Begun<Row>, values: ActionValues): void {
    const ids = idsOf(of.targets).map(pendingId)
    const text = label(of.action)
    pendingRows.add(ids, text)
    of.onLeft?.([])
    notices.offerUndo(
      titleOf(of),
      async (leaving) => {
        const ended = await run(of, values, leaving)
        say(of, ended)
        refresh()
          .finally(() => {
            pendingRows.remove(ids, text)
            of.onLeft?.(idsOf(unfinishedOf(ended)))
          })
          .catch((error: unknown) => console.error('refresh failed', error))
      },
      () => pendingRows.remove(ids, text),
    )
  }

  /** Of an action that asks nothing and happens at once. */
  async function doNow(of: Begun<Row>): Promise<void> {
    of.onLeft?.([])
    const ended = await run(of, { reason: '' })
    say(of, ended)
    showResult(of, ended)
    await refresh()
    of.onLeft?.(idsOf(unfinishedOf(ended)))
  }

  /** Of the dialog: throws what it shows, and is left with the rows that were not done. Closed meanwhile, a notice says it. */
  async function submit(of: Begun<Row>, values: ActionValues): Promise<void> {
    if (of.action.isUndoable) return waitForUndo(of, values)
    const ended = await run(of, values)
    const left = unfinishedOf(ended)
    try {
      if (left.length === 0) {
        say(of, ended)
        showResult(of, ended)
      } else if (openDialog.current !== of.dialog) say(of, ended)
      else {
        setBegun({ ...of, targets: left })
        if (of.targets.length === 1) throw ended.failed[0]?.error
        throw new PartialFailure(detailOf(ended, of.targets.length, t), ended.failed[0]?.error)
      }
    } finally {
      await refresh()
      of.onLeft?.(idsOf(left))
    }
  }

  const close = ({ dialog }: Begun<Row>) => {
    // An answer that comes late does not close the dialog after its own.
    if (openDialog.current !== dialog) return
    openDialog.current = undefined
    setBegun(undefined)
  }

  return {
    offered: (actions, row) =>
      state.stage === 'full'
        ? actions.filter(
            ({ call, needs, isOffered }) =>
              may(call.permission) && has(needs) && (isOffered?.(row, state.person) ?? true),
          )
        : [],
    start(action, targets, onLeft) {
      const free = targets.filter(({ id }) => id === undefined || !pendingRows.has(pendingId(id)))
      const of = { action, targets: free, onLeft }
      if (free.length === 0) {
        if (targets.length > 0)
          notices.say('info', titleOf({ action, targets }), { detail: t('actions.waitsAlready') })
        return
      }
      const asksNothing = action.reason === 'none' && !action.fields?.length && !action.explain
      if (!asksNothing) {
        openDialog.current = ++lastDialog
        return setBegun({ ...of, dialog: lastDialog })
      }
      if (action.isUndoable) return waitForUndo(of, { reason: '' })
      doNow(of).catch((error: unknown) => notices.say('bad', titleOf(of), { detail: messageOf(error) }))
    },
    dialog: (
      <>
        {begun && (
          <ActionDialog
            key={begun.dialog}
            action={begun.action}
            label={label(begun.action)}
            subject={nameOf(begun.targets)}
            first={begun.targets[0]?.row as Row}
            count={begun.targets.length}
            isLost={begun.targets.some((target) =>
              attempts.isLost(attemptName(begun.action, target, { reason: '' })),
            )}
            onSubmit={(values) => submit(begun, values)}
            onClose={() => close(begun)}
          />
        )}
        {result && (
          <ResultDialog title={result.title} onClose={() => setResult(undefined)}>
            {result.content}
          </ResultDialog>
        )}
      </>
    ),
  }
}

/** Some of the rows were not done; `cause` is the first error. */
class PartialFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}
