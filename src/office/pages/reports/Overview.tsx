import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportOverview, ReportSpan } from '#contract/office/reports.ts'
import { classes } from '#renderer/ui/classes.ts'
import { TextAlone } from '#renderer/ui/TextAlone.tsx'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Money } from '../../ui/Money.tsx'
import { changeOf, type ReportRange } from './range.ts'
import styles from './reports.module.css'

/** Today, yesterday, 7 and 30 days and the month, each against the days before; a press shows it below. */
export function Overview({
  overview,
  range,
  onChoose,
}: {
  overview: ReportOverview
  range: ReportRange
  onChoose: (span: Pick<ReportSpan, 'from' | 'to'>) => void
}) {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  return (
    <div className={styles.spans}>
      {overview.spans.map(({ name, from, to, current, before }) => (
        <button
          key={name}
          type="button"
          className={styles.span}
          aria-pressed={range.from === from && range.to === to}
          onClick={() => onChoose({ from, to })}
        >
          <span className={styles.name}>
            <span>{t(`reports.spans.${name}`)}</span>
            <Change now={current.ggrCents} before={before.ggrCents} />
          </span>
          <span className={styles.main}>
            <Money cents={current.ggrCents} /> <small>{t('reports.columns.ggrCents')}</small>
          </span>
          <Fact name={t('reports.columns.ngrCents')}>
            <Money cents={current.ngrCents} />
          </Fact>
          <Fact name={t('reports.columns.depositsCents')}>
            <Money cents={current.depositsCents} />
          </Fact>
          {/* Of several days nobody knows who was there, only what was bet. */}
          {current.actives === null ? (
            <Fact name={t('reports.bets')}>{current.placed.toLocaleString(locale)}</Fact>
          ) : (
            <Fact name={t('reports.columns.actives')}>{current.actives.toLocaleString(locale)}</Fact>
          )}
        </button>
      ))}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles.fact}>
      <span>{name}</span>
      <TextAlone>{children}</TextAlone>
    </span>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const { t } = useTranslation()
  const { locale, house } = useLanguage()
  const change = changeOf(now, before)
  if (change === null) return null
  const text = change.toLocaleString(house.locale || locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  return (
    <span
      className={classes(change > 0 && styles.up, change < 0 && styles.down)}
      title={t('reports.comparedWith')}
    >
      {text}
    </span>
  )
}
