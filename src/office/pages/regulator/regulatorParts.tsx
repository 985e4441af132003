import { CheckCheck, FileDown, FilePlus2, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  regulatorCalls,
  type LotState,
  type OverdueReport,
  type RegulatorLot,
} from '#contract/office/regulator.ts'
import { familyNames, type ReportFamily } from '#contract/rules/regulatorReports.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { messageOf } from '../../data/OfficeError.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import styles from './regulator.module.css'

const tones: Record<LotState, BadgeTone> = {
  written: 'info',
  noSchema: 'neutral',
  invalid: 'bad',
  ready: 'info',
  queued: 'warn',
  sent: 'good',
  refused: 'bad',
}

export function LotBadge({ state }: Pick<RegulatorLot, 'state'>) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`lotStates.${state}`)}</Badge>
}

export const makeAction = defineAction<typeof regulatorCalls.make>({
  call: regulatorCalls.make,
  icon: FilePlus2,
  isPrimary: true,
  reason: 'none',
  explain: 'regulator.makeText',
  fields: [
    {
      name: 'family',
      label: 'regulator.family',
      kind: 'select',
      choices: familyNames.map((value) => ({ value, label: `reportFamilies.${value}` as const })),
    },
    { name: 'period', label: 'regulator.day', kind: 'date', hint: 'regulator.periodHint' },
  ],
  request: (_row, values) => {
    const family = familyNames.find((each): each is ReportFamily => each === values['family']) ?? 'wallets'
    const day = values['period'] ?? ''
    return { body: { family, period: family === 'operatorMonths' ? day.slice(0, 7) : day } }
  },
})

export const makeOverdueActions: readonly Action<OverdueReport>[] = [
  defineAction<typeof regulatorCalls.make, OverdueReport>({
    call: regulatorCalls.make,
    icon: FilePlus2,
    key: 'g',
    reason: 'none',
    isOffered: ({ sentLots, state }) => sentLots === 0 && state !== 'requested' && state !== 'queued',
    request: ({ family, period }) => ({ body: { family, period } }),
  }),
]

export function RegulatorTabs() {
  const { t } = useTranslation()
  return (
    <div className={styles.tabs}>
      <LinkTabs
        label={t('regulator.tabs')}
        links={[
          { to: '/regulator', label: t('regulator.lots') },
          { to: '/regulator/overdue', label: t('regulator.overdue') },
        ]}
      />
    </div>
  )
}

export const lotActions: readonly Action<RegulatorLot>[] = [
  defineAction<typeof regulatorCalls.sendAgain, RegulatorLot>({
    call: regulatorCalls.sendAgain,
    icon: Send,
    explain: 'regulator.sendAgainText',
    isOffered: ({ canSend }) => canSend,
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof regulatorCalls.markSent, RegulatorLot>({
    call: regulatorCalls.markSent,
    icon: CheckCheck,
    explain: 'regulator.markSentText',
    isOffered: ({ state, canSend }) => state === 'ready' && !canSend,
    fields: [{ name: 'receipt', label: 'regulator.receipt' }],
    request: ({ id }, values) => ({
      params: { id },
      body: { receipt: values['receipt'] ?? '', reason: values.reason },
    }),
  }),
]

/** Saves the file of a lot; the server writes down who has read it. */
export function DownloadButton({ lot }: { lot: RegulatorLot }) {
  const { t } = useTranslation()
  const may = useMay()
  const { client } = useOffice()
  if (lot.fileBytes === null || !may(regulatorCalls.file.permission)) return null
  const download = async () => {
    try {
      const { name, xml } = await client.call(regulatorCalls.file, { params: { id: lot.id } })
      const address = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }))
      const link = document.createElement('a')
      link.href = address
      link.download = name
      link.click()
      URL.revokeObjectURL(address)
    } catch (error) {
      notices.say('bad', t('regulator.download'), { detail: messageOf(error) })
    }
  }
  return (
    <Button icon={FileDown} onClick={() => void download()}>
      {t('regulator.download')}
    </Button>
  )
}
