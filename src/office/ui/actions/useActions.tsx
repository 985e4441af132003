import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHouseHas, useMay, useOffice, useSession } from '../../data/context.ts'
import { newKey } from '../../data/officeClient.ts'
import { OfficeError } from '../../data/OfficeError.ts'
import type { Action, ActionValues } from './action.ts'
import { callKey } from './action.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { notices } from './notices.ts'
import { pendingRows } from './pendingRows.ts'
import { sendRows } from './sendRows.ts'

/** What an action is done to. */
export interface Target<Row> {
  row: Row
  /** How a person calls it: its name in notices and dialogs. */
  name: string
  /** Where it is known, its row is shown as being changed while the action waits. */
  id?: string
}

interface Begun<Row> {
  action: Action<Row>
  targets: readonly Target<Row>[]
}

export interface ActionRunner<Row> {
  /** Those of the actions that the person may do and that fit the target. */
  offered: (actions: readonly Action<Row>[], row: Row) => Action<Row>[]
  /** Asks what has to be asked, then does it. */
  start: (action: Action<Row>, targets: readonly Target<Row>[]) => void
  /** The dialog of the action that was started; render it somewhere. */
  dialog: ReactNode
}

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

  const nameOf = (targets: readonly Target<Row>[]) =>
    targets.length === 1 ? (targets[0]?.name ?? '') : t('actions.several', { count: targets.length })
  const label = (action: Action<Row>) => t(callKey(action.call.name)) as string
  /** What is done to what; an action of a page has no name after it. */
  const titleOf = ({ action, targets }: Begun<Row>) =>
    [label(action), nameOf(targets)].filter((part) => part !== '').join(': ')

  async function send(
    { action, targets }: Begun<Row>,
    values: ActionValues,
    keys: readonly string[],
    leaving?: AbortSignal,
  ): Promise<void> {
    const text = titleOf({ action, targets })
    const outcomes = await sendRows(
      targets.length,
      (index, isLeaving) =>
        client.act(action.call, action.request((targets[index] as Target<Row>).row, values), {
          idempotencyKey: keys[index] ?? newKey(),
          keepalive: isLeaving,
        }),
      leaving,
    )
    const pending = outcomes.flatMap((outcome) => (outcome.isPending ? [outcome.approval.approvalId] : []))
    const answer = outcomes.findLast((outcome) => !outcome.isPending)?.answer
    const [approval] = pending
    if (approval !== undefined) {
      const link = { to: `/approvals/${approval}`, label: t('actions.openApproval') }
      notices.say('info', text, { detail: t('actions.waitsForSecond'), link })
    } else notices.say('good', text, { detail: t('actions.done') })
    if (action.result && approval === undefined)
      setResult({ title: label(action), content: action.result(answer) })
  }

  const refresh = () => queries.invalidateQueries()

  /** Throws what the dialog shows; a waiting action reports by notices. */
  async function perform(begun: Begun<Row>, values: ActionValues, keys: readonly string[]): Promise<void> {
    const { action, targets } = begun
    if (!action.isUndoable) {
      try {
        await send(begun, values, keys)
      } finally {
        await refresh()
      }
      return
    }
    const ids = targets.flatMap(({ id }) => (id === undefined ? [] : [`${resource}/${id}`]))
    pendingRows.add(ids, label(action))
    const text = titleOf(begun)
    notices.offerUndo(
      text,
      async (leaving) => {
        await send(begun, values, keys, leaving).catch((error: unknown) =>
          notices.say('bad', text, { detail: messageOf(error) }),
        )
        refresh()
          .finally(() => pendingRows.remove(ids))
          .catch((error: unknown) => console.error('refresh failed', error))
      },
      () => pendingRows.remove(ids),
    )
  }

  return {
    offered: (actions, row) =>
      state.stage === 'full'
        ? actions.filter(
            ({ call, needs, isOffered }) =>
              may(call.permission) && has(needs) && (isOffered?.(row, state.person) ?? true),
          )
        : [],
    start(action, targets) {
      if (targets.length === 0) return
      const asksNothing = action.reason === 'none' && !action.fields?.length && !action.explain
      if (!asksNothing) return setBegun({ action, targets })
      perform({ action, targets }, { reason: '' }, targets.map(newKey)).catch((error: unknown) =>
        notices.say('bad', titleOf({ action, targets }), { detail: messageOf(error) }),
      )
    },
    dialog: (
      <>
        {begun && (
          <ActionDialog
            action={begun.action}
            label={label(begun.action)}
            subject={nameOf(begun.targets)}
            first={begun.targets[0]?.row as Row}
            count={begun.targets.length}
            onSubmit={(values, keys) => perform(begun, values, keys)}
            onClose={() => setBegun(undefined)}
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

export function messageOf(error: unknown): string {
  if (error instanceof OfficeError && Object.keys(error.fields).length > 0)
    return [error.message, ...Object.values(error.fields)].join(' ')
  return error instanceof Error ? error.message : String(error)
}
