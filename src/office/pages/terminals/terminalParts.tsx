import { Ban, Camera, KeyRound, MonitorPlay, MonitorX, Plus, RotateCw, Settings2 } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import {
  terminalCalls,
  type EnrolmentCode,
  type TerminalRow,
  type TerminalState,
} from '#contract/office/terminals.ts'
import type { PrinterState } from '#contract/printing.ts'
import type { MachineHealth, RemoteConfig } from '#contract/terminal.ts'
import { defineAction, type Action, type ActionValues } from '../../ui/actions/action.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './terminals.module.css'

const tones: Record<TerminalState, BadgeTone> = {
  new: 'info',
  online: 'good',
  offline: 'bad',
  revoked: 'neutral',
}

export function TerminalBadges({ state, isInService, isUpToDate }: TerminalRow) {
  const { t } = useTranslation()
  const isEnrolled = state === 'online' || state === 'offline'
  return (
    <span className={styles.badges}>
      <Badge tone={tones[state]}>{t(`terminalStates.${state}`)}</Badge>
      {!isInService && <Badge tone="warn">{t('terminals.closed')}</Badge>}
      {isEnrolled && !isUpToDate && <Badge tone="info">{t('terminals.ordersWait')}</Badge>}
    </span>
  )
}

function Code({ code, expiresAt }: EnrolmentCode) {
  const { t } = useTranslation()
  const variable = `PALPITE_ENROL_CODE=${code}`
  return (
    <>
      <p>{t('terminals.codeText')}</p>
      <p className={styles.code}>
        <span>{variable}</span> <CopyButton text={variable} hasText />
      </p>
      <p>
        <span>{t('terminals.codeUntil')}</span> <Time value={expiresAt} as="exact" />
      </p>
    </>
  )
}

/** Whether the terminal has the newest version, and why not. */
export function updateText(t: TFunction, { update: { state, version, why } }: MachineHealth): string {
  return why === null
    ? t(`terminals.updates.${state}`, { version })
    : t(`terminals.updateReasons.${why}`, { version })
}

const megabytesInGigabyte = 1024

export function machineRows(
  t: TFunction,
  locale: string,
  machine: MachineHealth | undefined,
): { label: string; value: string }[] {
  if (machine === undefined) return []
  const gigabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'gigabyte',
    maximumFractionDigits: 1,
  })
  const degrees = new Intl.NumberFormat(locale, { style: 'unit', unit: 'celsius' })
  const free = (freeMb: number, totalMb: number) =>
    t('terminals.ofTotal', {
      free: gigabytes.format(freeMb / megabytesInGigabyte),
      total: gigabytes.format(totalMb / megabytesInGigabyte),
    })
  return [
    { label: t('terminals.update'), value: updateText(t, machine) },
    { label: t('terminals.program'), value: t(`terminals.programs.${machine.program}`) },
    { label: t('terminals.disk'), value: free(machine.diskFreeMb, machine.diskTotalMb) },
    { label: t('terminals.memory'), value: free(machine.memoryFreeMb, machine.memoryTotalMb) },
    ...(machine.temperature === null
      ? []
      : [{ label: t('terminals.temperature'), value: degrees.format(machine.temperature) }]),
    { label: t('terminals.network'), value: machine.network.join(', ') || t('terminals.noNetwork') },
  ]
}

export const createAction = defineAction<typeof terminalCalls.create>({
  call: terminalCalls.create,
  icon: Plus,
  key: 'c',
  isPrimary: true,
  reason: 'none',
  needs: ['kiosk'],
  fields: [{ name: 'name', label: 'terminals.name', hint: 'terminals.nameHint' }],
  request: (_page, values) => ({ body: { name: values['name'] ?? '' } }),
  result: (answer) => <Code {...answer} />,
})

/** In the order of the form. */
const settingNames = [
  'volume',
  'scale',
  'idleSeconds',
  'idleAnswerSeconds',
  'hideCursor',
  'language',
  'languages',
  'openingHours',
  'restartAt',
  'brightness',
  'printer',
  'printerModel',
] as const satisfies readonly (keyof RemoteConfig)[]

/** The settings that a terminal has from here, as the form names them. */
export function settingRows(t: TFunction, config: RemoteConfig): { label: string; value: string }[] {
  return settingNames.flatMap((name) => {
    const value = config[name]
    if (value === undefined) return []
    const text =
      name === 'language' || name === 'languages'
        ? [value]
            .flat()
            .map((code) => languages[code as LanguageCode].name)
            .join(', ')
        : typeof value === 'boolean'
          ? t(value ? 'terminals.config.yes' : 'terminals.config.no')
          : String(value)
    return [{ label: t(`terminals.config.${name}`), value: text }]
  })
}

/** When somebody last touched the terminal: a panel that has failed goes on being online. */
export function LastInput({ health, lastSeenAt }: Pick<TerminalRow, 'health' | 'lastSeenAt'>) {
  const { t } = useTranslation()
  const seconds = health?.lastInputSeconds
  if (seconds === null) return <span>{t('terminals.noInput')}</span>
  if (seconds === undefined || lastSeenAt === null) return <Time value={null} />
  return <Time value={new Date(Date.parse(lastSeenAt) - seconds * 1_000).toISOString()} />
}

/** Undefined: nothing is known. */
export function printerText(t: TFunction, state: PrinterState | undefined): string | undefined {
  return state && t(`terminals.printerStates.${state}`)
}

const byId = ({ id }: TerminalRow) => ({ params: { id } })
const withReason = ({ id }: TerminalRow, { reason }: { reason: string }) => ({
  params: { id },
  body: { reason },
})
const isEnrolled = ({ state }: TerminalRow) => state === 'online' || state === 'offline'

const languageChoices = languageCodes.map((value) => ({ value, label: `canned.texts.${value}` as const }))

export const terminalActions: readonly Action<TerminalRow>[] = [
  defineAction<typeof terminalCalls.outOfService, TerminalRow>({
    call: terminalCalls.outOfService,
    icon: MonitorX,
    key: 'o',
    isPrimary: true,
    isOffered: (row) => isEnrolled(row) && row.isInService,
    explain: 'terminals.closeText',
    request: withReason,
  }),
  defineAction<typeof terminalCalls.inService, TerminalRow>({
    call: terminalCalls.inService,
    icon: MonitorPlay,
    key: 'i',
    isPrimary: true,
    reason: 'none',
    isOffered: (row) => isEnrolled(row) && !row.isInService,
    request: byId,
  }),
  defineAction<typeof terminalCalls.screenshot, TerminalRow>({
    call: terminalCalls.screenshot,
    icon: Camera,
    key: 's',
    reason: 'none',
    isOffered: isEnrolled,
    request: byId,
  }),
  defineAction<typeof terminalCalls.restart, TerminalRow>({
    call: terminalCalls.restart,
    icon: RotateCw,
    reason: 'none',
    isOffered: isEnrolled,
    explain: 'terminals.restartText',
    request: byId,
  }),
  defineAction<typeof terminalCalls.configure, TerminalRow>({
    call: terminalCalls.configure,
    icon: Settings2,
    reason: 'none',
    isOffered: ({ state }) => state !== 'revoked',
    explain: 'terminals.configureText',
    fields: [
      { name: 'config.volume', label: 'terminals.config.volume', kind: 'number', isOptional: true },
      {
        name: 'config.scale',
        label: 'terminals.config.scale',
        hint: 'terminals.config.scaleHint',
        isOptional: true,
      },
      {
        name: 'config.idleSeconds',
        label: 'terminals.config.idleSeconds',
        kind: 'number',
        isOptional: true,
        hint: 'terminals.config.secondsHint',
      },
      {
        name: 'config.idleAnswerSeconds',
        label: 'terminals.config.idleAnswerSeconds',
        kind: 'number',
        isOptional: true,
        hint: 'terminals.config.secondsHint',
      },
      {
        name: 'config.hideCursor',
        label: 'terminals.config.hideCursor',
        kind: 'select',
        isOptional: true,
        choices: [
          { value: '', label: 'terminals.config.own' },
          { value: 'true', label: 'terminals.config.yes' },
          { value: 'false', label: 'terminals.config.no' },
        ],
      },
      {
        name: 'config.language',
        label: 'terminals.config.language',
        kind: 'select',
        isOptional: true,
        choices: [{ value: '', label: 'terminals.config.own' }, ...languageChoices],
      },
      {
        name: 'config.languages',
        label: 'terminals.config.languages',
        kind: 'several',
        isOptional: true,
        hint: 'terminals.config.languagesHint',
        choices: languageChoices,
      },
      {
        name: 'config.openingHours',
        label: 'terminals.config.openingHours',
        hint: 'terminals.config.openingHoursHint',
        isOptional: true,
      },
      {
        name: 'config.restartAt',
        label: 'terminals.config.restartAt',
        hint: 'terminals.config.restartAtHint',
        isOptional: true,
      },
      { name: 'config.brightness', label: 'terminals.config.brightness', kind: 'number', isOptional: true },
      {
        name: 'config.printer',
        label: 'terminals.config.printer',
        hint: 'terminals.config.printerHint',
        isOptional: true,
      },
      {
        name: 'config.printerModel',
        label: 'terminals.config.printerModel',
        hint: 'terminals.config.printerModelHint',
        isOptional: true,
      },
    ],
    first: ({ config }) =>
      Object.fromEntries(settingNames.map((name) => [`config.${name}`, String(config[name] ?? '')])),
    request: ({ id, config }, values) => ({
      params: { id },
      body: { config: configOf(values), seen: config },
    }),
  }),
  defineAction<typeof terminalCalls.issueCode, TerminalRow>({
    call: terminalCalls.issueCode,
    icon: KeyRound,
    reason: 'none',
    needs: ['kiosk'],
    explain: 'terminals.issueText',
    request: byId,
    result: (answer) => <Code {...answer} />,
  }),
  defineAction<typeof terminalCalls.revoke, TerminalRow>({
    call: terminalCalls.revoke,
    icon: Ban,
    isDanger: true,
    isOffered: ({ state }) => state !== 'revoked',
    explain: 'terminals.revokeText',
    request: withReason,
  }),
]

/** What was typed; an empty field is left to the terminal's own file. */
function configOf(values: ActionValues): RemoteConfig {
  const typed = (name: keyof RemoteConfig) => values[`config.${name}`] ?? ''
  const number = (name: keyof RemoteConfig) => (typed(name) ? Number(typed(name)) : undefined)
  const scale = typed('scale').replace(',', '.')
  const languages = languageCodes.filter((code) => typed('languages').split(',').includes(code))
  const found = {
    volume: number('volume'),
    scale: scale === 'fit' ? scale : scale ? Number(scale) : undefined,
    idleSeconds: number('idleSeconds'),
    idleAnswerSeconds: number('idleAnswerSeconds'),
    hideCursor: typed('hideCursor') ? typed('hideCursor') === 'true' : undefined,
    language: languageCodes.find((code) => code === typed('language')),
    languages: languages.length > 0 ? languages : undefined,
    openingHours: typed('openingHours') || undefined,
    restartAt: typed('restartAt') || undefined,
    brightness: number('brightness'),
    printer: typed('printer').trim() || undefined,
    printerModel: typed('printerModel').trim() || undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
