import { useState } from 'react'
import type { PrintOutcome } from '#contract/printing.ts'
import type { StaffHealth } from '#contract/staff.ts'
import { Button } from '../../../renderer/ui/Button.tsx'
import { fill, type Texts } from '../texts.ts'
import styles from './Health.module.css'
import panel from './Panel.module.css'

const megabytesInGigabyte = 1024

export interface HealthProps {
  health: StaffHealth
  texts: Texts
  locale: string
  onRefresh: () => void
  /** Returns the name of the file; null: it could not be written. */
  onExport: () => Promise<string | null>
  onPrintTest: () => Promise<PrintOutcome>
}

export function Health({ health, texts, locale, onRefresh, onExport, onPrintTest }: HealthProps) {
  /** How the last export or test print ended. */
  const [result, setResult] = useState('')
  const { displays, serverLatencyMs, brand, jurisdiction, lastErrors, configDamage } = health
  const ms = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const rows: [name: string, value: string][] = [
    [texts.version, health.version],
    [texts.runtime, health.runtime],
    [texts.uptime, duration(health.uptimeSeconds, locale)],
    ...(brand === null ? [] : [[texts.brand, brand] as [string, string]]),
    ...(jurisdiction === null ? [] : [[texts.jurisdiction, jurisdiction] as [string, string]]),
    [texts.server, serverLatencyMs === null ? texts.noResponse : ms.format(serverLatencyMs)],
    [
      displays.length === 1 ? texts.display : texts.displays,
      displays
        .map(({ width, height, isPrimary }) => `${width} × ${height}${isPrimary ? '' : ' (2)'}`)
        .join(', '),
    ],
    ...machineRows(health, texts, locale),
    [texts.printer, texts.printerStates[health.printer]],
    ...(configDamage === null ? [] : [[texts.configDamage, configDamage] as [string, string]]),
  ]
  const exportLog = () => {
    const show = (name: string | null) =>
      setResult(name === null ? texts.notExported : fill(texts.exported, { name }))
    onExport().then(show, (error: unknown) => {
      console.error('exporting failed', error)
      show(null)
    })
  }
  const printTest = () => {
    setResult(texts.printing)
    onPrintTest().then(
      (outcome) => setResult(texts.printOutcomes[outcome]),
      (error: unknown) => {
        console.error('printing failed', error)
        setResult(texts.printOutcomes.failed)
      },
    )
  }
  return (
    <section className={panel.group} aria-labelledby="health">
      <h2 id="health" className={panel.heading}>
        {texts.health}
      </h2>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.minor}>{texts.lastErrors}</h3>
      {lastErrors.length === 0 ? (
        <p className={styles.none}>{texts.noErrors}</p>
      ) : (
        <ol className={styles.errors} tabIndex={0} aria-label={texts.lastErrors}>
          {[...lastErrors].reverse().map(({ at, text }, index) => (
            <li key={`${at} ${index}`}>
              <time dateTime={at}>{time.format(new Date(at))}</time> <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
      <Button onClick={onRefresh}>{texts.refresh}</Button>
      <Button onClick={exportLog}>{texts.exportLog}</Button>
      <Button onClick={printTest}>{texts.printTest}</Button>
      <p role="status" className={styles.none}>
        {result}
      </p>
    </section>
  )
}

function machineRows(
  { machine }: StaffHealth,
  texts: Texts,
  locale: string,
): [name: string, value: string][] {
  if (machine === null) return []
  const gigabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'gigabyte',
    maximumFractionDigits: 1,
  })
  const size = (megabytes: number) => gigabytes.format(megabytes / megabytesInGigabyte)
  const ofTotal = (free: number, total: number) =>
    fill(texts.ofTotal, { free: size(free), total: size(total) })
  const degrees = new Intl.NumberFormat(locale, { style: 'unit', unit: 'celsius' })
  const { state, version, why } = machine.update
  const update = why === null ? texts.updates[state] : texts.updateReasons[why]
  return [
    [texts.disk, ofTotal(machine.diskFreeMb, machine.diskTotalMb)],
    [texts.memory, ofTotal(machine.memoryFreeMb, machine.memoryTotalMb)],
    ...(machine.temperature === null
      ? []
      : [[texts.temperature, degrees.format(machine.temperature)] as [string, string]]),
    [texts.network, machine.network.join(', ') || texts.noNetwork],
    [texts.program, texts.programs[machine.program]],
    [texts.update, fill(update, { version: version ?? '' })],
  ]
}

/** Hours and minutes; seconds in the first minute. */
function duration(seconds: number, locale: string): string {
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  if (seconds < 60) return unit(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return unit(minutes, 'minute')
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`
}
