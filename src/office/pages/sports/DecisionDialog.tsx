import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchCalls, type MatchDetail, type Verdict, type VerdictPreview } from '#contract/office/sports.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import type { Outcome } from '#contract/rules/settlementRules.ts'
import {
  correctionReasons,
  settlesAgain,
  sportRules,
  type CorrectionReason,
} from '#contract/rules/sportRules.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { attempts } from '../../data/attempts.ts'
import { useOffice } from '../../data/context.ts'
import { messageOf } from '../../data/OfficeError.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/Dialog.tsx'
import { Form, SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { Table } from '../../ui/list/Table.tsx'
import { Money } from '../../ui/Money.tsx'
import { KeyValues } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { useIsMounted } from '../../ui/useIsMounted.ts'
import { marketName, partName } from './sportsParts.tsx'
import styles from './sports.module.css'

export type DecisionKind = { kind: 'result' | 'voidMatch' | 'feed' } | { kind: 'voidMarket'; market: string }

type Scores = Partial<Record<GameTimeCode, { home: string; away: string }>>

const formId = 'decision-form'

/** Decides a match by hand: what will be paid and taken back is shown before it is done. */
export function DecisionDialog({
  match,
  decision,
  onClose,
}: {
  match: MatchDetail
  decision: DecisionKind
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const [scores, setScores] = useState<Scores>(() => firstScores(match))
  const [ending, setEnding] = useState<Ending>(noEnding)
  const [correction, setCorrection] = useState<CorrectionReason>()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isWritten, setWritten] = useState(false)
  const isOpen = useIsMounted()
  const isCorrection = decision.kind === 'result' && isOver(match)
  const known = verdictOf(decision, match.parts, scores, ending)
  // Like the winner, why a result changes is never a default: some reasons pay nobody.
  const isUnexplained = isCorrection && correction === undefined
  const verdict = known?.kind === 'result' && isCorrection ? correctedBy(known, correction) : known
  const text = verdict && JSON.stringify(verdict)
  const missing = t(
    outcomeOf(ending) === 'incomplete'
      ? 'sports.missingWinner'
      : known && isUnexplained
        ? 'sports.missingCorrection'
        : 'sports.missingScore',
  )
  const preview = useQuery({
    queryKey: ['preview', match.id, text],
    queryFn: ({ signal }) =>
      client.call(
        matchCalls.preview,
        { params: { id: match.id }, query: { verdict: text ?? '' } },
        { signal },
      ),
    enabled: text !== undefined,
    retry: false,
    placeholderData: (before) => before,
  })
  // Nobody decides by the sums of another result, or by none.
  const isSumming = text !== undefined && preview.isFetching
  const isUnknown = text !== undefined && !preview.isFetching && !preview.isSuccess
  const title = {
    result: match.period < 0 ? t('sports.correctResult') : t('sports.enterResult'),
    voidMatch: t('sports.voidMatch'),
    voidMarket: t('sports.voidMarket'),
    feed: t('sports.followFeed'),
  }[decision.kind]
  const subject =
    decision.kind === 'voidMarket' ? marketName(t, decision.market) : `${match.home} × ${match.away}`
  const attemptName = ['decision', match.id, ...Object.values(decision)].join(' ')

  const submit = async () => {
    if (isBusy) return
    if (!verdict) return setError(missing)
    if (isSumming || isUnknown) return
    if (reason.trim() === '') return setError(t('actions.missing'))
    setBusy(true)
    setError(undefined)
    const said = `${title}: ${subject}`
    try {
      const request = { params: { id: match.id } }
      const body = { reason: reason.trim() }
      const outcome = await attempts.run(attemptName, async (options) =>
        verdict.kind === 'result' || verdict.kind === 'feed'
          ? client.act(matchCalls.settle, { ...request, body: { ...body, verdict } }, options)
          : client.act(matchCalls.void, { ...request, body: { ...body, verdict } }, options),
      )
      if (outcome.isPending)
        notices.say('info', said, {
          detail: t('actions.waitsForSecond'),
          link: { to: `/approvals/${outcome.approval.approvalId}`, label: t('actions.openApproval') },
        })
      else notices.say('good', said, { detail: t('actions.done') })
      if (isOpen.current) onClose()
    } catch (failure) {
      if (isOpen.current) setError(messageOf(failure))
      else notices.say('bad', said, { detail: messageOf(failure) })
    } finally {
      setBusy(false)
      await queries.invalidateQueries()
    }
  }

  return (
    <Dialog title={`${title}: ${subject}`} isWide isWritten={isWritten} onClose={onClose}>
      <DialogBody>
        <Form id={formId} onSubmit={() => void submit()}>
          {decision.kind === 'feed' && <p>{t('sports.feedText')}</p>}
          {decision.kind === 'result' && (
            <ScoreFields
              match={match}
              scores={scores}
              onChange={(next) => {
                setScores(next)
                setWritten(true)
              }}
            />
          )}
          {decision.kind === 'result' && sportRules[match.sport].ends.length > 0 && (
            <EndingFields
              match={match}
              ending={ending}
              onChange={(next) => {
                setEnding(next)
                setWritten(true)
              }}
            />
          )}
          {isCorrection && (
            <SelectField
              label={t('sports.correction')}
              value={correction ?? ''}
              choices={[
                ...(correction === undefined ? [{ value: '', label: t('actions.choose') }] : []),
                ...correctionReasons.map((value) => ({ value, label: t(`correctionNames.${value}`) })),
              ]}
              onChange={(value) => {
                setCorrection(correctionReasons.find((each) => each === value))
                setWritten(true)
              }}
            />
          )}
          {correction && !settlesAgain[correction] && (
            <Alert tone="info">{t('sports.correctionStands')}</Alert>
          )}
          <section
            className={styles.preview}
            aria-label={t('sports.preview')}
            aria-busy={preview.isPlaceholderData || undefined}
          >
            <h3>{t('sports.preview')}</h3>
            {text === undefined ? (
              <p className={styles.hint}>{missing}</p>
            ) : preview.error ? (
              <Failed error={preview.error} onRetry={() => void preview.refetch()} />
            ) : preview.data ? (
              <Preview preview={preview.data} />
            ) : (
              <LoadingLines count={3} />
            )}
          </section>
          {error !== undefined && <Alert tone="bad">{error}</Alert>}
          {attempts.isLost(attemptName) && !isBusy && <Alert tone="warn">{t('actions.mayBeDone')}</Alert>}
          <TextArea
            name="reason"
            label={t('actions.reason')}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(value) => {
              setReason(value)
              setWritten(true)
            }}
          />
        </Form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button
          type="submit"
          form={formId}
          tone={decision.kind === 'voidMatch' || decision.kind === 'voidMarket' ? 'danger' : 'primary'}
          isBusy={isBusy || isSumming}
          disabled={isUnknown}
        >
          {title}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function ScoreFields({
  match,
  scores,
  onChange,
}: {
  match: MatchDetail
  scores: Scores
  onChange: (scores: Scores) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.scores}>
      {match.parts.map((gameTime) => {
        const { home = '', away = '' } = scores[gameTime] ?? {}
        const field = (side: 'home' | 'away', value: string) => (
          <TextField
            label={`${partName(t, gameTime)}: ${side === 'home' ? match.home : match.away}`}
            inputMode="numeric"
            maxLength={3}
            value={value}
            onChange={(next) => onChange({ ...scores, [gameTime]: { home, away, [side]: next } })}
          />
        )
        return (
          <div key={gameTime} className={styles.scoreRow}>
            {field('home', home)}
            {field('away', away)}
          </div>
        )
      })}
    </div>
  )
}

/** How the match ended, where its score does not say it. */
interface Ending {
  /** Empty: as is known already; `score`: as its score says. */
  reason: '' | 'score' | Outcome['reason']
  /** Empty: not chosen yet. It is never a default, because money follows it. */
  winner: 'home' | 'away' | 'nobody' | ''
}

const noEnding: Ending = { reason: '', winner: '' }

function EndingFields({
  match,
  ending,
  onChange,
}: {
  match: MatchDetail
  ending: Ending
  onChange: (ending: Ending) => void
}) {
  const { t } = useTranslation()
  const { ends } = sportRules[match.sport]
  const isTold = ending.reason !== '' && ending.reason !== 'score'
  return (
    <div className={styles.scoreRow}>
      <SelectField
        label={t('sports.ending')}
        value={ending.reason}
        choices={[
          { value: '', label: t('sports.endingKnown') },
          { value: 'score', label: t('sports.endingScore') },
          ...ends.map((value) => ({ value, label: t(`endNames.${value}`) })),
        ]}
        onChange={(value) => {
          const reason = ends.find((each) => each === value) ?? (value === 'score' ? value : '')
          onChange({ reason, winner: '' })
        }}
      />
      {isTold && (
        <SelectField
          label={t('sports.endingWinner')}
          value={ending.winner}
          choices={[
            ...(ending.winner === '' ? [{ value: '', label: t('actions.choose') }] : []),
            { value: 'home', label: match.home },
            { value: 'away', label: match.away },
            // Only a decision on points may have no winner.
            ...(ending.reason === 'points' ? [{ value: 'nobody', label: t('sports.endingNobody') }] : []),
          ]}
          onChange={(value) => onChange({ ...ending, winner: value as Ending['winner'] })}
        />
      )}
    </div>
  )
}

/** Undefined: as is known already; `incomplete`: nobody has been chosen as the winner. */
function outcomeOf({ reason, winner }: Ending): Outcome | null | undefined | 'incomplete' {
  if (reason === '') return undefined
  if (reason === 'score') return null
  if (winner === '') return 'incomplete'
  return { winner: winner === 'nobody' ? null : winner, reason }
}

function Preview({ preview }: { preview: VerdictPreview }) {
  const { t } = useTranslation()
  const { settled, corrected, open, tooOld, shortfallCents, playersShort, tickets } = preview
  return (
    <>
      {settled + corrected === 0 ? (
        <p>{t('sports.previewNothing')}</p>
      ) : (
        <KeyValues
          rows={[
            ...(settled > 0 ? [{ label: t('sports.previewSettled'), value: settled }] : []),
            ...(corrected > 0 ? [{ label: t('sports.previewCorrected'), value: corrected }] : []),
            { label: t('sports.previewPaid'), value: <Money cents={preview.paidCents} /> },
            { label: t('sports.previewTaken'), value: <Money cents={preview.takenBackCents} /> },
            ...(shortfallCents > 0
              ? [{ label: t('sports.previewShort'), value: <Money cents={shortfallCents} /> }]
              : []),
          ]}
        />
      )}
      {(open > 0 || tooOld > 0) && (
        <KeyValues
          rows={[
            ...(open > 0 ? [{ label: t('sports.previewOpen'), value: open }] : []),
            ...(tooOld > 0 ? [{ label: t('sports.previewTooOld'), value: tooOld }] : []),
          ]}
        />
      )}
      {playersShort > 0 && (
        <Alert tone="warn">{t('sports.previewPlayersShort', { count: playersShort })}</Alert>
      )}
      {preview.isPartial && <Alert tone="warn">{t('sports.previewPartial')}</Alert>}
      {preview.needsSecondPerson && <Alert tone="info">{t('sports.secondPerson')}</Alert>}
      {tickets.length > 0 && (
        <Table
          label={t('sports.preview')}
          columns={[
            { name: 'ticket', label: 'sports.ticket', cell: ({ id }) => ticketNumber(id) },
            {
              name: 'player',
              label: 'sports.player',
              cell: ({ playerId }) => <SubjectName kind="player" id={playerId} />,
            },
            ...(corrected > 0
              ? [
                  {
                    name: 'paid',
                    label: 'sports.paidSoFar' as const,
                    isNumber: true,
                    cell: ({ paidCents }: VerdictPreview['tickets'][number]) => <Money cents={paidCents} />,
                  },
                ]
              : []),
            {
              name: 'worth',
              label: 'sports.worth',
              isNumber: true,
              cell: ({ payoutCents }) => <Money cents={payoutCents} />,
            },
            {
              name: 'change',
              label: 'sports.change',
              isNumber: true,
              cell: ({ changeCents }) => <Money cents={changeCents} isChange />,
            },
            ...(shortfallCents > 0
              ? [
                  {
                    name: 'shortfall',
                    label: 'sports.previewShort' as const,
                    isNumber: true,
                    cell: ({ shortfallCents: short }: VerdictPreview['tickets'][number]) => (
                      <Money cents={short === 0 ? null : short} />
                    ),
                  },
                ]
              : []),
          ]}
          rows={tickets}
          rowName={({ id }) => ticketNumber(id)}
        />
      )}
    </>
  )
}

/** Its result was known, so that another one is a correction. */
function isOver({ period }: MatchDetail): boolean {
  return period === MatchPeriod.finished || period === MatchPeriod.cancelled
}

function correctedBy(
  verdict: Extract<Verdict, { kind: 'result' }>,
  correction: CorrectionReason | undefined,
): Verdict | undefined {
  return correction && { ...verdict, correction }
}

function firstScores({ scores }: MatchDetail): Scores {
  return Object.fromEntries(
    scores.map(({ gameTime, home, away }) => [gameTime, { home: String(home), away: String(away) }]),
  )
}

/** undefined: the full score is not filled in, or one of the others only half. */
function verdictOf(
  decision: DecisionKind,
  parts: readonly GameTimeCode[],
  typed: Scores,
  ending: Ending,
): Verdict | undefined {
  if (decision.kind !== 'result') return decision as Exclude<Verdict, { kind: 'result' }>
  const isNumber = (text: string) => /^\d{1,3}$/.test(text)
  const filled = parts.flatMap((gameTime) => {
    const { home = '', away = '' } = typed[gameTime] ?? {}
    return home === '' && away === '' ? [] : [{ gameTime, home, away }]
  })
  const [full] = parts
  const isComplete =
    filled.every(({ home, away }) => isNumber(home) && isNumber(away)) &&
    filled.some(({ gameTime }) => gameTime === full)
  if (!isComplete) return undefined
  const outcome = outcomeOf(ending)
  if (outcome === 'incomplete') return undefined
  return {
    kind: 'result',
    ...(outcome !== undefined && { outcome }),
    scores: filled.map(({ gameTime, home, away }) => ({ gameTime, home: Number(home), away: Number(away) })),
  }
}
