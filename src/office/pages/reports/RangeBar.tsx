import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { reportPeriods, type ReportBrand } from '#contract/office/reports.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { moveRange, type ReportRange } from './range.ts'
import styles from './reports.module.css'

/** Which days, grouped by what, and of which brand where there are several. */
export function RangeBar({
  range,
  brands,
  onChange,
}: {
  range: ReportRange
  brands: readonly ReportBrand[]
  onChange: (range: ReportRange) => void
}) {
  const { t } = useTranslation()
  // The address follows a moment after a press, and the next press must not start from the range before it.
  const latest = useRef(range)
  const { from, to, by: period, brand } = range
  useEffect(() => {
    latest.current = { from, to, by: period, brand }
  }, [from, to, period, brand])
  const change = (make: (current: ReportRange) => ReportRange) => {
    latest.current = make(latest.current)
    onChange(latest.current)
  }
  const move = (direction: -1 | 1) => change((current) => moveRange(current, direction))
  useKeys([
    { key: '[', label: t('reports.earlier'), run: () => move(-1) },
    { key: ']', label: t('reports.later'), run: () => move(1) },
    ...reportPeriods.map((by) => ({
      key: by[0] ?? by,
      label: t(`reports.by.${by}`) as string,
      run: () => change((current) => ({ ...current, by })),
    })),
  ])
  const setDay = (name: 'from' | 'to', day: string) => {
    if (day === '') return
    change((current) => {
      const next = { ...current, [name]: day }
      // The other end follows, so that there is always a range.
      return next.from <= next.to ? next : { ...next, from: day, to: day }
    })
  }
  return (
    <div className={styles.bar} role="search" data-quiet-print>
      <IconButton icon={ChevronLeft} label={t('reports.earlier')} onClick={() => move(-1)} />
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className={styles.day}>
          <span>{t(`reports.${name}`)}</span>
          <input type="date" value={range[name]} onChange={({ target }) => setDay(name, target.value)} />
        </label>
      ))}
      <IconButton icon={ChevronRight} label={t('reports.later')} onClick={() => move(1)} />
      <select
        aria-label={t('reports.period')}
        value={range.by}
        onChange={({ target }) => {
          const by = reportPeriods.find((each) => each === target.value)
          if (by) change((current) => ({ ...current, by }))
        }}
      >
        {reportPeriods.map((by) => (
          <option key={by} value={by}>
            {t(`reports.by.${by}`)}
          </option>
        ))}
      </select>
      {brands.length > 1 && (
        <select
          aria-label={t('reports.brand')}
          value={brand ?? ''}
          onChange={({ target: { value } }) =>
            change((current) => ({ ...current, brand: value === '' ? undefined : value }))
          }
        >
          <option value="">{t('reports.allBrands')}</option>
          {brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
