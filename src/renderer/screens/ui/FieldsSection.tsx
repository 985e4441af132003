import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { languages } from '#contract/languages.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Section } from './Section.tsx'

const packages = [
  ['20', 'sem bônus'],
  ['50', '+ R$ 10'],
  ['100', '+ R$ 30'],
  ['200', '+ R$ 70'],
  ['500', '+ R$ 200'],
  ['1000', '+ R$ 450'],
] as const

export function FieldsSection() {
  const [pack, setPack] = useState<string | null>('100')
  const [mode, setMode] = useState<'easy' | 'medium' | 'hard'>('medium')
  const [mines, setMines] = useState(3)
  return (
    <>
      <Section title="TextField">
        <TextField label="E-mail" prefix={<Mail aria-hidden />} placeholder="voce@exemplo.com" />
        <TextField label="E-mail" defaultValue="ana@exemplo.com" hint="Enviamos um código de 6 números." />
        <TextField
          label="CPF"
          defaultValue="111.111.111-11"
          error="Este CPF não existe. Confira os números."
        />
        <TextField label="Desativado" defaultValue="R$ 100,00" disabled />
        <TextField
          label="Aposta"
          prefix="R$"
          numeric
          defaultValue="10,00"
          inputMode="decimal"
          suffix={
            <>
              <Button size="s" aria-label="Metade">
                ½
              </Button>
              <Button size="s" aria-label="Dobro">
                2×
              </Button>
              <Button size="s">Máx.</Button>
            </>
          }
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          defaultValue="segredo123"
          showLabel="Mostrar caracteres"
          hideLabel="Ocultar caracteres"
        />
      </Section>
      <Section title="NumberStepper">
        <NumberStepper
          label="Minas"
          value={mines}
          language={languages.pt_BR}
          onChange={setMines}
          min={1}
          max={24}
          decreaseLabel="Menos minas"
          increaseLabel="Mais minas"
        />
        <NumberStepper
          label="Chance"
          value={98}
          language={languages.pt_BR}
          onChange={() => undefined}
          min={2}
          max={98}
          unit="%"
          decreaseLabel="Menos chance"
          increaseLabel="Mais chance"
        />
      </Section>
      <Section title="Select">
        <Select
          label="Idioma"
          options={[
            { value: 'pt_BR', label: 'Português' },
            { value: 'en_US', label: 'English' },
          ]}
        />
        <Select label="Idioma" disabled options={[{ value: 'pt_BR', label: 'Português' }]} />
      </Section>
      <Section title="Checkbox, Switch">
        <Checkbox label="Não participe de promoções" />
        <Checkbox
          defaultChecked
          label={
            <>
              Aceito os <a href="#fields">termos de serviço</a>
            </>
          }
        />
        <Checkbox label="Aceito os termos" error="Por favor, aceite os termos de serviço" />
        <Checkbox label="Desativado" disabled defaultChecked />
        <Switch label="Sons do jogo" hint="Também em modo turbo" defaultChecked />
        <Switch label="Modo turbo" />
        <Switch label="Desativado" disabled />
      </Section>
      <Section title="RadioCards">
        <RadioCards
          aria-label="Pacote"
          value={pack}
          onChange={setPack}
          noteTone="reward"
          options={packages.map(([value, note]) => ({
            value,
            title: `R$ ${value}`,
            note,
            disabled: value === '1000',
          }))}
        />
        <RadioCards
          aria-label="Dificuldade"
          size="compact"
          value={mode}
          onChange={setMode}
          options={[
            { value: 'easy', title: 'Fácil' },
            { value: 'medium', title: 'Médio' },
            { value: 'hard', title: 'Difícil' },
          ]}
        />
      </Section>
    </>
  )
}
