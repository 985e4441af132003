import { observer } from 'mobx-react-lite'
import { useLocation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { ruleLinesOf, type RuleLine } from '#contract/rules/rulesPage.ts'
import { usualHouseRules } from '#contract/rules/settlementRules.ts'
import { isSport, sports } from '#contract/rules/sports.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './SportRulesScreen.module.css'

/** /regras: how bets on a sport are settled; `?sport=` says which, the first one without it. */
export const SportRulesScreen = observer(function SportRulesScreen() {
  const { t } = useTranslation()
  const { device, navigation } = useStores()
  const asked = new URLSearchParams(useLocation().search).get('sport') ?? ''
  const sport = isSport(asked) ? asked : sports[0]
  const house = device.info?.sports ?? usualHouseRules
  return (
    <Page title={t('rules.title', { sport: t(`sports.kinds.${sport}`) })} lead={t('rules.lead')}>
      <ChipRow aria-label={t('sports.list')}>
        {sports.map((each) => (
          <Chip
            key={each}
            selected={each === sport}
            onClick={() => navigation.go(`/regras?sport=${each}`, { replace: true })}
          >
            {t(`sports.kinds.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      <div className={styles.parts}>
        {ruleLinesOf(sport, house).map(({ part, lines }) => (
          <Card key={part} as="section" className={styles.part}>
            <h2>{t(`rules.parts.${part}`)}</h2>
            <ul>
              {lines.map((line) => (
                <Line key={line.key} line={line} />
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </Page>
  )
})

const Line = observer(function Line({ line: { key, figures = {}, reasons = [] } }: { line: RuleLine }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const shown = Object.entries(figures).map(([name, value]): [string, string] => [
    name,
    formatNumber(value, selected, Number.isInteger(value) ? 0 : 1),
  ])
  const listed = reasons.map((reason) => t(`rules.reasons.${reason}`)).join(t('rules.separator'))
  return <li>{t(`rules.lines.${key}`, { ...Object.fromEntries(shown), reasons: listed })}</li>
})
