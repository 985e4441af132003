import { useTranslation } from 'react-i18next'
import { suspendedPrizeCalls, suspensionStates } from '#contract/office/suspendedPrizes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { suspendAction, suspensionActions } from './suspendedPrizeActions.ts'
import styles from './suspendedPrizes.module.css'

const ends = ['term', 'correction', 'reversal', 'void', 'unpaid'] as const
const isEnd = (name: string | null): name is (typeof ends)[number] => ends.some((each) => each === name)

const pageActions = [suspendAction]

/** Prizes that the house keeps aside: whose, how much, why, until when, and how it ended. */
export default function SuspendedPrizesPage() {
  const { t } = useTranslation()
  const endedBy = (name: string | null) => (isEnd(name) ? t(`suspendedPrizes.ends.${name}`) : (name ?? '–'))
  return (
    <ListPage
      call={suspendedPrizeCalls.list}
      titleKey="suspendedPrizes.title"
      textKey="suspendedPrizes.text"
      columns={[
        {
          name: 'createdAt',
          label: 'suspendedPrizes.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} as="short" />,
        },
        {
          name: 'player',
          label: 'suspendedPrizes.player',
          cell: ({ playerId, email }) => <SubjectName kind="player" id={playerId} called={email} />,
        },
        {
          name: 'amount',
          label: 'suspendedPrizes.amount',
          isNumber: true,
          cell: ({ amountCents, wallet, state }) =>
            amountCents === null ? (
              t(state === 'active' ? 'suspendedPrizes.open' : 'suspendedPrizes.none')
            ) : (
              <>
                <Money cents={amountCents} />
                {wallet === 'bonus' && <span> {t('suspendedPrizes.bonus')}</span>}
              </>
            ),
        },
        {
          name: 'bet',
          label: 'suspendedPrizes.bet',
          isMinor: true,
          cell: ({ refKind, refId }) => <SubjectName kind={refKind} id={refId} />,
        },
        {
          name: 'reasons',
          label: 'suspendedPrizes.reasons',
          isWide: true,
          isWrapped: true,
          cell: ({ reason, note }) => (
            <div>
              <p>{t('suspendedPrizes.toPlayer', { reason: t(`prizeReasons.${reason}`) })}</p>
              <p className={styles.note}>{t('suspendedPrizes.internal', { note })}</p>
            </div>
          ),
        },
        {
          name: 'until',
          label: 'suspendedPrizes.until',
          cell: ({ until }) => <Time value={until} as="short" />,
        },
        {
          name: 'state',
          label: 'suspendedPrizes.state',
          cell: ({ state, endedByName }) => (
            <Badge tone={({ active: 'warn', ended: 'neutral', taken: 'bad' } as const)[state]}>
              {state === 'active'
                ? t('suspensionStates.active')
                : state === 'taken'
                  ? t('suspendedPrizes.takenBy', { name: endedByName ?? '–' })
                  : endedBy(endedByName)}
            </Badge>
          ),
        },
      ]}
      filters={[
        {
          name: 'state',
          label: 'suspendedPrizes.state',
          kind: 'select',
          choices: suspensionStates.map((value) => ({ value, label: t(`suspensionStates.${value}`) })),
        },
      ]}
      rowName={({ email }) => email}
      open={({ playerId }) => `/players/${playerId}`}
      actions={suspensionActions}
      pageActions={pageActions}
      csv={suspendedPrizeCalls.export}
      empty="suspendedPrizes.empty"
      emptyText="suspendedPrizes.emptyText"
    />
  )
}
