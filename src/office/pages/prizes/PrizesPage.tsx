import { prizeCalls } from '#contract/office/prizes.ts'
import { officeClock } from '../../data/officeClock.ts'
import { zoneDay } from '../../i18n/times.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'

/** This year, and the five of which everything is kept. */
const keptYears = 6

/** What players have won in a year beyond their stakes, the highest first. */
export default function PrizesPage() {
  const thisYear = Number(zoneDay(new Date(officeClock.now())).slice(0, 4))
  const years = Array.from({ length: keptYears }, (_, index) => String(thisYear - index))
  return (
    <ListPage
      call={prizeCalls.list}
      titleKey="prizes.title"
      textKey="prizes.text"
      columns={[
        { name: 'player', label: 'prizes.player', isWide: true, cell: ({ email }) => email },
        { name: 'name', label: 'prizes.name', isMinor: true, cell: ({ name }) => name || '–' },
        {
          name: 'sports',
          label: 'prizes.sports',
          isNumber: true,
          cell: ({ sportsCents }) => <Money cents={sportsCents} />,
        },
        {
          name: 'games',
          label: 'prizes.games',
          isNumber: true,
          cell: ({ gamesCents }) => <Money cents={gamesCents} />,
        },
        {
          name: 'net',
          label: 'prizes.net',
          isNumber: true,
          sort: 'net',
          cell: ({ netCents }) => <Money cents={netCents} />,
        },
        {
          name: 'taxable',
          label: 'prizes.taxable',
          isNumber: true,
          cell: ({ taxableCents }) => <Money cents={taxableCents} />,
        },
        {
          name: 'tax',
          label: 'prizes.tax',
          isNumber: true,
          cell: ({ taxCents }) => <Money cents={taxCents} />,
        },
      ]}
      filters={[
        {
          name: 'year',
          label: 'prizes.year',
          kind: 'select',
          choices: years.map((year) => ({ value: year, label: year })),
        },
      ]}
      rowName={({ email }) => email}
      open={({ id }) => `/players/${id}`}
      csv={prizeCalls.export}
      empty="prizes.empty"
      emptyText="prizes.emptyText"
    />
  )
}
