import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadError } from '../rewards/LoadError.tsx'
import styles from './LadderSteps.module.css'
import type { LadderStore } from './LadderStore.ts'

const skeletons = Array.from({ length: 9 }, (_, index) => index)

/** The steps of the ladder with their rewards; a reached step is claimed here. */
export const LadderSteps = observer(function LadderSteps({ store }: { store: LadderStore }) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  const number = (count: number) => formatNumber(count, language)
  if (store.state === 'failed') return <LoadError compact onRetry={() => store.load()} />
  if (store.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')} className={styles.steps}>
        {skeletons.map((index) => (
          <Skeleton key={index} height="max(0.62rem, 60px)" radius="m" />
        ))}
      </div>
    )
  }
  return (
    <ol className={styles.steps}>
      {store.steps.map(({ people, reward, state }) => {
        const amount = formatMoney(reward, language)
        const who = t('loyalty.ladder.people', { count: people }).replace(String(people), number(people))
        return (
          <li
            key={people}
            className={styles.step}
            data-state={state}
            style={{ '--done': Math.min(1, store.validPeople / people) } as CSSProperties}
          >
            <span className={styles.mark} aria-hidden>
              {state === 'claimed' ? <Check /> : <span>{number(people)}</span>}
            </span>
            <span className={styles.texts}>
              <b>{amount}</b>
              <span>{who}</span>
            </span>
            {state === 'ready' ? (
              <Button
                variant="reward"
                aria-label={t('loyalty.ladder.claimStep', { reward: amount, people: who })}
                loading={store.claiming === people}
                onClick={() => void store.claim(people)}
              >
                {t('loyalty.claim')}
              </Button>
            ) : (
              <span className={styles.state}>
                {state === 'claimed' ? (
                  <span>{t('loyalty.ladder.claimed')}</span>
                ) : (
                  <>
                    <Lock aria-hidden />
                    <span>
                      {t('loyalty.ladder.locked', {
                        valid: number(store.validPeople),
                        people: number(people),
                      })}
                    </span>
                  </>
                )}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
})
