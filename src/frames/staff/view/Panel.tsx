import { useState, type FormEvent } from 'react'
import { languageCodes, languages, toLanguageCode } from '#contract/languages.ts'
import type { PrintOutcome } from '#contract/printing.ts'
import type { StaffSetting, StaffSettings, StaffState } from '#contract/staff.ts'
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

/** The choices, and the current value, which the configuration's file may have set to any other. */
function withCurrent(choices: readonly number[], current: number): readonly number[] {
  return choices.includes(current) ? choices : [...choices, current].sort((a, b) => a - b)
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
  const [invalid, setInvalid] = useState<StaffSetting[]>([])
  const [hasFailed, setFailed] = useState(false)
  /** What was pressed once and is done when it is pressed again. */
  const [pressed, setPressed] = useState<EndName | null>(null)

  const set = (changes: Partial<StaffSettings>) => setSettings((before) => ({ ...before, ...changes }))
  /** The field's hint, error and whether it can be used. */
  const field = (name: StaffSetting) => ({
    disabled: state.fixed.includes(name),
    hint: state.fixed.includes(name) ? texts.fixed : undefined,
    error: invalid.includes(name) ? texts.invalid : undefined,
  })
  const hintOf = (name: StaffSetting, other?: string) => (state.fixed.includes(name) ? texts.fixed : other)
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
          hint={hintOf('kiosk', texts.kioskHint)}
          disabled={state.fixed.includes('kiosk')}
          checked={settings.kiosk}
          onChange={(event) => set({ kiosk: event.currentTarget.checked })}
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
        />
        <Select
          label={texts.volume}
          options={withCurrent(volumes, settings.volume).map((volume) => ({
            value: String(volume),
            label: volume === 0 ? texts.volumeOff : percent.format(volume / 100),
          }))}
          value={String(settings.volume)}
          onChange={({ currentTarget: { value } }) => set({ volume: Number(value) })}
          {...field('volume')}
          hint={texts.volumeHint}
        />
        <Select
          label={texts.language}
          options={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
          value={settings.language}
          onChange={({ currentTarget: { value } }) => set({ language: toLanguageCode(value) })}
          {...field('language')}
        />
        <fieldset className={styles.choices}>
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
          {...field('logFolder')}
          hint={texts.logFolderHint}
        />
        <TextField
          label={texts.printerTarget}
          autoComplete="off"
          spellCheck={false}
          value={settings.printer}
          onInput={(event) => set({ printer: event.currentTarget.value })}
          {...field('printer')}
          hint={texts.printerTargetHint}
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
          {...field('printerModel')}
          hint={texts.printerModelHint}
        />
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
        {(state.health.mayTurnOff ? endNames : endNames.slice(0, 1)).map((name) => (
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
