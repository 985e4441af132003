import { useState, type FormEvent } from 'react'
import { languageCodes, languages, toLanguageCode } from '#contract/languages.ts'
import type { PrintOutcome } from '#contract/printing.ts'
import { rotations, type StaffSetting, type StaffSettings, type StaffState } from '#contract/staff.ts'
import { Button } from '../../../renderer/ui/Button.tsx'
import { Checkbox } from '../../../renderer/ui/Checkbox.tsx'
import { Select } from '../../../renderer/ui/Select.tsx'
import { Switch } from '../../../renderer/ui/Switch.tsx'
import { TextField } from '../../../renderer/ui/TextField.tsx'
import type { Texts } from '../texts.ts'
import { Health } from './Health.tsx'
import styles from './Panel.module.css'

export interface PanelProps {
  state: StaffState
  texts: Texts
  locale: string
  onRefresh: () => void
  /** Returns the settings that were refused. */
  onSave: (settings: StaffSettings) => Promise<StaffSetting[]>
  onExport: () => Promise<string | null>
  onPrintTest: () => Promise<PrintOutcome>
  onRestart: () => void
  onQuit: () => void
  onTurnOff: (kind: 'reboot' | 'poweroff') => Promise<boolean>
}

const endNames = ['quit', 'reboot', 'poweroff'] as const
type EndName = (typeof endNames)[number]

const scales = [1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const
const volumes = [0, 25, 50, 75, 100] as const
const brightnesses = [0, 10, 25, 50, 75, 100] as const
/** Every half hour of a day. */
const times = Array.from({ length: 48 }, (_, half) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(half / 2))}:${two((half % 2) * 30)}`
})
/** Until somebody has chosen. */
const firstClosing = '23:00'

/** The choices, and the current value, which the configuration's file may have set to any other. */
function withCurrent(choices: readonly number[], current: number): readonly number[] {
  return choices.includes(current) ? choices : [...choices, current].sort((a, b) => a - b)
}

/** With the current time, which the configuration's file may have set to any minute. */
function timesWith(current: string): { value: string; label: string }[] {
  const all = current === '' || times.includes(current) ? times : [...times, current].sort()
  return all.map((time) => ({ value: time, label: time }))
}

/** '' without a time to open at: always. */
function hoursOf(from: string, until: string): string {
  return from === '' ? '' : `${from}-${until || firstClosing}`
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, number) => number)
}

/** '2: 1920 × 1080'; only the number of a display that is not connected. */
function displayName(number: number, display: { width: number; height: number } | undefined): string {
  return display ? `${number}: ${display.width} × ${display.height}` : String(number)
}

export function Panel(props: PanelProps) {
  const { state, texts, locale, onRefresh, onSave, onExport, onPrintTest, onRestart, onQuit, onTurnOff } =
    props
  const [settings, setSettings] = useState(state.settings)
  /** As they are typed. */
  const [origins, setOrigins] = useState({
    frameOrigins: state.settings.frameOrigins.join(' '),
    paymentOrigins: state.settings.paymentOrigins.join(' '),
  })
  const [invalid, setInvalid] = useState<StaffSetting[]>([])
  const [hasFailed, setFailed] = useState(false)
  /** What was pressed once and is done when it is pressed again. */
  const [pressed, setPressed] = useState<EndName | null>(null)

  const [from = '', until = ''] = settings.openingHours.split('-')
  const set = (changes: Partial<StaffSettings>) => setSettings((before) => ({ ...before, ...changes }))
  /** The hint of a field, and whether it can be used. */
  const usageOf = (name: StaffSetting, hint?: string) => {
    const setBy = state.fixed[name]
    if (setBy === undefined) return { disabled: false, hint }
    return { disabled: true, hint: setBy === 'operator' ? texts.fixedByOperator : texts.fixed }
  }
  const field = (name: StaffSetting, hint?: string) => ({
    ...usageOf(name, hint),
    error: invalid.includes(name) ? texts.invalid : undefined,
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setFailed(false)
    onSave(settings).then(setInvalid, (error: unknown) => {
      console.error('saving failed', error)
      setFailed(true)
    })
  }
  const end = (name: EndName) => {
    setPressed(null)
    if (name === 'quit') return onQuit()
    setFailed(false)
    onTurnOff(name).then(
      (isAsked) => setFailed(!isAsked),
      (error: unknown) => {
        console.error('turning off failed', error)
        setFailed(true)
      },
    )
  }
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const choices = settings.scale === 'fit' ? scales : withCurrent(scales, settings.scale)

  return (
    <div className={styles.panel}>
      <form className={styles.group} aria-labelledby="settings" onSubmit={save} noValidate>
        <h2 id="settings" className={styles.heading}>
          {texts.settings}
        </h2>
        <TextField
          label={texts.serverUrl}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={settings.serverUrl}
          onInput={(event) => set({ serverUrl: event.currentTarget.value })}
          {...field('serverUrl')}
        />
        <Switch
          label={texts.kiosk}
          checked={settings.kiosk}
          onChange={(event) => set({ kiosk: event.currentTarget.checked })}
          {...usageOf('kiosk', texts.kioskHint)}
        />
        {(state.health.displays.length > 1 || settings.display !== 0) && (
          <Select
            label={texts.kioskDisplay}
            options={withCurrent(numbersTo(state.health.displays.length), settings.display).map((n) => ({
              value: String(n),
              label: n === 0 ? texts.mainDisplay : displayName(n, state.health.displays[n - 1]),
            }))}
            value={String(settings.display)}
            onChange={({ currentTarget: { value } }) => set({ display: Number(value) })}
            {...field('display')}
          />
        )}
        <Select
          label={texts.scale}
          options={[
            { value: 'fit', label: texts.scaleFit },
            ...choices.map((scale) => ({ value: String(scale), label: percent.format(scale) })),
          ]}
          value={String(settings.scale)}
          onChange={({ currentTarget: { value } }) => set({ scale: value === 'fit' ? 'fit' : Number(value) })}
          {...field('scale')}
        />
        <Switch
          label={texts.hideCursor}
          checked={settings.hideCursor}
          onChange={(event) => set({ hideCursor: event.currentTarget.checked })}
          {...usageOf('hideCursor')}
        />
        <Select
          label={texts.volume}
          options={withCurrent(volumes, settings.volume).map((volume) => ({
            value: String(volume),
            label: volume === 0 ? texts.volumeOff : percent.format(volume / 100),
          }))}
          value={String(settings.volume)}
          onChange={({ currentTarget: { value } }) => set({ volume: Number(value) })}
          {...field('volume', texts.volumeHint)}
        />
        <Select
          label={texts.language}
          options={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
          value={settings.language}
          onChange={({ currentTarget: { value } }) => set({ language: toLanguageCode(value) })}
          {...field('language')}
        />
        <fieldset className={styles.choices} disabled={state.fixed.languages !== undefined}>
          <legend className={styles.legend}>{texts.languages}</legend>
          {languageCodes.map((code) => (
            <Checkbox
              key={code}
              label={<span lang={languages[code].locale}>{languages[code].name}</span>}
              // Every new customer begins in it.
              disabled={code === settings.language}
              checked={code === settings.language || settings.languages.includes(code)}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  languages: languageCodes.filter((each) =>
                    each === code ? checked : settings.languages.includes(each),
                  ),
                })
              }
            />
          ))}
        </fieldset>
        {(['idleSeconds', 'idleAnswerSeconds', 'attractSeconds'] as const).map((name) => (
          <TextField
            key={name}
            label={texts[name]}
            type="number"
            inputMode="numeric"
            min={name === 'attractSeconds' ? 0 : 1}
            max={3600}
            value={settings[name]}
            onInput={(event) => set({ [name]: event.currentTarget.valueAsNumber || 0 })}
            {...field(name)}
          />
        ))}
        <TextField
          label={texts.logFolder}
          autoComplete="off"
          spellCheck={false}
          value={settings.logFolder}
          onInput={(event) => set({ logFolder: event.currentTarget.value })}
          {...field('logFolder', texts.logFolderHint)}
        />
        <TextField
          label={texts.printerTarget}
          autoComplete="off"
          spellCheck={false}
          value={settings.printer}
          onInput={(event) => set({ printer: event.currentTarget.value })}
          {...field('printer', texts.printerTargetHint)}
        />
        <Select
          label={texts.printerColumns}
          options={([48, 42] as const).map((columns) => ({ value: String(columns), label: String(columns) }))}
          value={String(settings.printerColumns)}
          onChange={({ currentTarget: { value } }) => set({ printerColumns: value === '42' ? 42 : 48 })}
          {...field('printerColumns')}
        />
        <TextField
          label={texts.printerModel}
          autoComplete="off"
          spellCheck={false}
          value={settings.printerModel}
          onInput={(event) => set({ printerModel: event.currentTarget.value })}
          {...field('printerModel', texts.printerModelHint)}
        />
        <Select
          label={texts.openFrom}
          options={[{ value: '', label: texts.alwaysOpen }, ...timesWith(from)]}
          value={from}
          onChange={({ currentTarget: { value } }) => set({ openingHours: hoursOf(value, until) })}
          {...field('openingHours', texts.openingHint)}
        />
        {from !== '' && (
          <Select
            label={texts.openUntil}
            options={timesWith(until)}
            value={until}
            onChange={({ currentTarget: { value } }) => set({ openingHours: hoursOf(from, value) })}
            {...usageOf('openingHours')}
          />
        )}
        <Select
          label={texts.restartAt}
          options={[{ value: '', label: texts.never }, ...timesWith(settings.restartAt)]}
          value={settings.restartAt}
          onChange={({ currentTarget: { value } }) => set({ restartAt: value })}
          {...field('restartAt', texts.restartHint)}
        />
        <Select
          label={texts.brightness}
          options={withCurrent(brightnesses, settings.brightness).map((brightness) => ({
            value: String(brightness),
            label: brightness === 0 ? texts.brightnessOwn : percent.format(brightness / 100),
          }))}
          value={String(settings.brightness)}
          onChange={({ currentTarget: { value } }) => set({ brightness: Number(value) })}
          {...field('brightness', state.health.hasBacklight ? undefined : texts.noBacklight)}
        />
        {state.health.isPackage && (
          <Select
            label={texts.rotation}
            options={rotations.map((degrees) => ({ value: String(degrees), label: `${degrees}°` }))}
            value={String(settings.rotation)}
            onChange={({ currentTarget: { value } }) =>
              set({ rotation: rotations.find((degrees) => String(degrees) === value) ?? 0 })
            }
            {...field('rotation')}
          />
        )}
        {(['frameOrigins', 'paymentOrigins'] as const).map((name) => (
          <TextField
            key={name}
            label={texts[name]}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={origins[name]}
            onInput={({ currentTarget: { value } }) => {
              setOrigins((before) => ({ ...before, [name]: value }))
              set({ [name]: value.split(/\s+/).filter((address) => address !== '') })
            }}
            {...field(name, texts.originsHint)}
          />
        ))}
        {hasFailed && (
          <p role="alert" className={styles.alarm}>
            {texts.failed}
          </p>
        )}
        <Button type="submit" variant="primary" full>
          {texts.save}
        </Button>
      </form>
      <Health
        health={state.health}
        texts={texts}
        locale={locale}
        onRefresh={onRefresh}
        onExport={onExport}
        onPrintTest={onPrintTest}
      />
      <div className={styles.group}>
        <Button full onClick={onRestart}>
          {texts.restart}
        </Button>
        {(state.health.isPackage ? endNames : endNames.slice(0, 1)).map((name) => (
          <Button
            key={name}
            full
            variant="danger"
            onClick={() => (pressed === name ? end(name) : setPressed(name))}
          >
            {texts[pressed === name ? (`${name}Sure` as const) : name]}
          </Button>
        ))}
      </div>
    </div>
  )
}
