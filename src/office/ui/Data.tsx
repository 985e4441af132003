import { isMoneyName, isTime, pairsOf } from './dataPairs.ts'
import { fieldName, fieldValue } from './fieldTexts.ts'
import { KeyValues } from './Panel.tsx'
import { Money } from './Money.tsx'
import { Time } from './Time.tsx'

/** Values as they are stored, one a line; amounts and times are written as such. */
export function Data({ value }: { value: unknown }) {
  return (
    <KeyValues
      rows={pairsOf(value).map(([name, each]) => ({
        name,
        label: fieldName(name),
        value: <DataValue name={name} value={each} />,
      }))}
    />
  )
}

function dataText(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' || typeof value === 'boolean'
    ? fieldValue(name, value)
    : JSON.stringify(value)
}

export function DataValue({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'number' && isMoneyName(name)) return <Money cents={value} />
  if (typeof value === 'string' && isTime(value)) return <Time value={value} as="exact" />
  return <span>{dataText(name, value)}</span>
}
