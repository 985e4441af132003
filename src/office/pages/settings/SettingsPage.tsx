import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsCalls, type FourEyes, type OfficeSettings } from '#contract/office/settings.ts'
import { useOffice } from '../../data/context.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { amountText } from '../../ui/actions/amounts.ts'
import { defineAction, type Action, type ActionField } from '../../ui/actions/action.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'

const fourEyesNames = ['payout', 'adjustment', 'voucher', 'lifting'] as const satisfies (keyof FourEyes)[]
const rateNames = ['rate1', 'rate2', 'rate3'] as const

/** Fields are named as the server names them: its messages stand at the field. */
const fourEyesField = (name: keyof FourEyes) => `settings.fourEyes.${name}`
const giftFields = { amount: 'settings.gift.amountCents', turnover: 'settings.gift.turnoverFactor' }
const rateField = (level: number) => `settings.commissionRates.${level}`

/** A part of the settings, changed with a reason. */
function change(
  fields: readonly ActionField[],
  first: (settings: OfficeSettings) => Record<string, string>,
  settingsOf: (values: Readonly<Record<string, string>>) => Partial<OfficeSettings>,
): Action<OfficeSettings> {
  return defineAction<typeof settingsCalls.change, OfficeSettings>({
    call: settingsCalls.change,
    icon: Pencil,
    fields,
    first,
    request: (before, values) => {
      const settings = settingsOf(values)
      const names = Object.keys(settings) as (keyof OfficeSettings)[]
      const seen = Object.fromEntries(names.map((name) => [name, before[name]]))
      return { body: { settings, seen, reason: values.reason } }
    },
  })
}

const changeFourEyes = change(
  fourEyesNames.map((name) => ({
    name: fourEyesField(name),
    label: `settings.${name}`,
    kind: 'money',
    isOptional: true,
    hint: 'settings.neverHint',
  })),
  ({ fourEyes }) =>
    Object.fromEntries(fourEyesNames.map((name) => [fourEyesField(name), amountText(fourEyes[name])])),
  (values) => {
    const cents = (name: keyof FourEyes) => {
      const typed = values[fourEyesField(name)] ?? ''
      return typed === '' ? null : Number(typed)
    }
    return {
      fourEyes: {
        payout: cents('payout'),
        adjustment: cents('adjustment'),
        voucher: cents('voucher'),
        lifting: cents('lifting'),
      },
    }
  },
)

const changeGift = change(
  [
    { name: giftFields.amount, label: 'settings.giftAmount', kind: 'money' },
    { name: giftFields.turnover, label: 'settings.turnoverFactor', kind: 'number' },
  ],
  ({ gift }) => ({
    [giftFields.amount]: amountText(gift.amountCents),
    [giftFields.turnover]: String(gift.turnoverFactor),
  }),
  (values) => ({
    gift: {
      amountCents: Number(values[giftFields.amount]),
      turnoverFactor: Number(values[giftFields.turnover]),
    },
  }),
)

const changeRates = change(
  rateNames.map((name, level) => ({
    name: rateField(level),
    label: `settings.${name}`,
    kind: 'number',
    hint: 'settings.percentHint',
  })),
  ({ commissionRates }) =>
    Object.fromEntries(rateNames.map((_, level) => [rateField(level), percent(commissionRates[level] ?? 0)])),
  (values) => ({ commissionRates: rateNames.map((_, level) => Number(values[rateField(level)]) / 100) }),
)

const changeCaptcha = change(
  [
    {
      name: 'captcha',
      label: 'settings.captcha',
      kind: 'select',
      choices: [
        { value: 'image', label: 'settings.image' },
        { value: 'widget', label: 'settings.widget' },
      ],
    },
  ],
  ({ captcha }) => ({ captcha }),
  (values) => ({ captcha: values['captcha'] === 'widget' ? 'widget' : 'image' }),
)

/** '0.15' of the fraction 0.0015, without the rounding errors of binary numbers. */
function percent(fraction: number): string {
  return String(Number((fraction * 100).toFixed(6)))
}

/** What an operator may change while the server runs. */
export default function SettingsPage() {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  const { client } = useOffice()
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.call(settingsCalls.get, {}, { signal }),
  })
  const runner = useActions<OfficeSettings>('settings')
  const { data } = settings
  const part = (title: string, action: Action<OfficeSettings>, content: ReactNode) => (
    <Panel
      title={title}
      aside={
        data &&
        runner.offered([action], data).length > 0 && (
          <Button
            icon={Pencil}
            onClick={() => runner.start(action, [{ row: data, name: title }])}
            aria-label={t('settings.changeOf', { name: title })}
          >
            {t('settings.change')}
          </Button>
        )
      }
    >
      {content}
    </Panel>
  )
  const rate = (level: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
      data?.commissionRates[level] ?? 0,
    )
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <PageBody>
        {data ? (
          <PanelGrid>
            {part(
              t('settings.fourEyes'),
              changeFourEyes,
              <KeyValues
                rows={fourEyesNames.map((name) => {
                  const from = data.fourEyes[name]
                  return {
                    label: t(`settings.${name}`),
                    value: from === null ? t('settings.never') : <Money cents={from} />,
                  }
                })}
              />,
            )}
            {part(
              t('settings.gift'),
              changeGift,
              <KeyValues
                rows={[
                  { label: t('settings.giftAmount'), value: <Money cents={data.gift.amountCents} /> },
                  { label: t('settings.turnoverFactor'), value: `${data.gift.turnoverFactor}x` },
                ]}
              />,
            )}
            {part(
              t('settings.commission'),
              changeRates,
              <KeyValues
                rows={rateNames.map((name, level) => ({ label: t(`settings.${name}`), value: rate(level) }))}
              />,
            )}
            {part(
              t('settings.captcha'),
              changeCaptcha,
              <KeyValues rows={[{ label: t('settings.captcha'), value: t(`settings.${data.captcha}`) }]} />,
            )}
          </PanelGrid>
        ) : settings.error ? (
          <Failed error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <LoadingLines count={8} />
        )}
      </PageBody>
      {runner.dialog}
    </>
  )
}
