import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAmountInput, parseAmountInput, sanitizeAmountInput } from '#contract/amounts.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './OneTapBar.module.css'
import type { OneTapStore } from './OneTapStore.ts'
import { stakeProblem } from './slipRules.ts'

/** The player's three stakes. */
export const OneTapStakes = observer(function OneTapStakes({ oneTap }: { oneTap: OneTapStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const [texts, setTexts] = useState(() =>
    oneTap.stakes.map((stake) => formatAmountInput(stake, selected, 'short')),
  )
  const [wasSent, setSent] = useState(false)
  const parsed = texts.map((text) => parseAmountInput(text, selected))
  const limits = t('own.oneTap.limits', {
    min: formatMoney(ticketLimits.minStake, selected),
    max: formatMoney(ticketLimits.maxStake, selected),
  })
  const save = () => {
    setSent(true)
    const stakes = parsed.flatMap((each) => (each.ok && stakeProblem(each) === null ? [each.value] : []))
    if (stakes.length === texts.length) oneTap.saveStakes(stakes)
  }
  return (
    <Sheet title={t('own.oneTap.edit')} closeLabel={t('actions.close')} onClose={() => oneTap.edit(false)}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {texts.map((text, index) => {
          const each = parsed[index]
          const isWrong = wasSent && (!each?.ok || stakeProblem(each) !== null)
          return (
            <TextField
              // The fields keep their places.
              key={index}
              numeric
              inputMode="decimal"
              autoComplete="off"
              label={t('own.oneTap.nth', { number: index + 1 })}
              prefix={selected.symbol}
              value={text}
              error={isWrong ? limits : undefined}
              onChange={(event) =>
                setTexts(
                  texts.map((old, place) =>
                    place === index ? sanitizeAmountInput(event.target.value) : old,
                  ),
                )
              }
            />
          )
        })}
        <Button type="submit" variant="primary" size="l" full>
          {t('own.oneTap.save')}
        </Button>
      </form>
    </Sheet>
  )
})
