import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { ruleLinesOf, type RuleLine } from '#contract/rules/rulesPage.ts'
import { publishedRules, type PublishedRules } from '#contract/rules/sportRules.ts'
import { isSport, sports, type Sport } from '#contract/rules/sports.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDate } from '../../i18n/dates.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RulesVersionStore } from './RulesVersionStore.ts'
import styles from './SportRulesScreen.module.css'

/**
 * /regras: how bets on a sport are settled; `?sport=` says which, the first one without it, and `?rules=` the version that a
 * ticket was placed under.
 */
export const SportRulesScreen = observer(function SportRulesScreen() {
  const { t } = useTranslation()
  const { device, navigation } = useStores()
  const query = new URLSearchParams(useLocation().search)
  const asked = query.get('sport') ?? ''
  const version = query.get('rules') ?? ''
  const sport = isSport(asked) ? asked : sports[0]
  return (
    <Page title={t('rules.title', { sport: t(`sports.kinds.${sport}`) })} lead={t('rules.lead')}>
      <div className={styles.sports}>
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
      </div>
      {version === '' ? (
        <Rules sport={sport} rules={publishedRules(sport, device.info?.sports)} />
      ) : (
        <OfVersion key={version} name={version} sport={sport} />
      )}
    </Page>
  )
})

/** The rules that one bet follows, with a way to those of today where they are others. */
const OfVersion = observer(function OfVersion({ name, sport }: { name: string; sport: Sport }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const store = useOwnStore((root) => new RulesVersionStore(root, name))
  useEffect(() => void store.load(), [store])
  const { state, version } = store
  const current = <LinkButton to={`/regras?sport=${sport}`}>{t('rules.version.now')}</LinkButton>
  if (state === 'failed') {
    return (
      <>
        <ErrorState
          illustration={emptyArt.offline}
          text={t('rules.version.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.load()}
        />
        {current}
      </>
    )
  }
  if (state === 'unknown') {
    return <EmptyState illustration={emptyArt.records} title={t('rules.version.unknown')} action={current} />
  }
  if (!version) {
    return (
      <PageLoading label={t('status.loading')}>
        <Skeleton height="4rem" radius="l" />
      </PageLoading>
    )
  }
  return (
    <>
      <p className={styles.version}>
        {version.isCurrent
          ? t('rules.version.inForce', { date: formatDate(version.since, selected) })
          : t('rules.version.earlier')}
      </p>
      {!version.isCurrent && current}
      <Rules sport={version.sport} rules={version.rules} />
    </>
  )
})

const Rules = observer(function Rules({ sport, rules }: { sport: Sport; rules: PublishedRules }) {
  const { t } = useTranslation()
  return (
    <div className={styles.parts}>
      {ruleLinesOf(sport, rules).map(({ part, lines }) => (
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
