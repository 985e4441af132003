import Bell from 'lucide-react/icons/bell'
import Gift from 'lucide-react/icons/gift'
import Menu from 'lucide-react/icons/menu'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button, type ButtonVariant } from '../../ui/Button.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { Section } from './Section.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'reward']
const games = ['Todos', 'Populares', 'Slots', 'Originais', 'Esportes', 'Favoritos']

export function ButtonsSection() {
  const [game, setGame] = useState('Todos')
  const [tab, setTab] = useState<'deposit' | 'withdraw'>('deposit')
  return (
    <>
      <Section title="Button: the main action">
        <Button variant="primary" size="l" full>
          Depósito
        </Button>
        <Button variant="primary" size="l" full loading>
          Depósito
        </Button>
        <Button variant="primary" size="l" full disabled>
          Depósito
        </Button>
      </Section>
      {variants.map((variant) => (
        <Section key={variant} title={`Button ${variant}`} row>
          <Button variant={variant} size="l">
            Large
          </Button>
          <Button variant={variant} icon={<Gift aria-hidden />}>
            Medium
          </Button>
          <Button variant={variant} size="s">
            Small
          </Button>
          <Button variant={variant} loading>
            Loading
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Section>
      ))}
      <Section title="IconButton" row>
        <IconButton aria-label="Abrir menu">
          <Menu aria-hidden />
        </IconButton>
        <IconButton aria-label="Mensagens, 3 novas" badge={3}>
          <Bell aria-hidden />
        </IconButton>
        <IconButton aria-label="Mensagens" variant="soft" badge>
          <Bell aria-hidden />
        </IconButton>
        <IconButton aria-label="Depositar" variant="primary">
          <Plus aria-hidden />
        </IconButton>
        <IconButton aria-label="Carregando saldo" variant="soft" loading>
          <Plus aria-hidden />
        </IconButton>
        <IconButton aria-label="Desativado" variant="soft" disabled>
          <Plus aria-hidden />
        </IconButton>
      </Section>
      <Section title="LinkButton" row>
        <LinkButton to="/home">Ver todos</LinkButton>
        <LinkButton to="/home" variant="primary">
          Jogar agora
        </LinkButton>
        <LinkButton to="/home" variant="secondary" size="s">
          Histórico
        </LinkButton>
      </Section>
      <Section title="CopyButton" row>
        <CopyButton text="palpite" label="Copiar" copiedText="Copiado" />
        <CopyButton text="palpite" label="Copiar e-mail" iconOnly />
      </Section>
      <Section title="Chip, ChipRow">
        <ChipRow aria-label="Jogos">
          {games.map((name) => (
            <Chip key={name} selected={name === game} onClick={() => setGame(name)}>
              {name}
            </Chip>
          ))}
          <Chip disabled>Desativado</Chip>
        </ChipRow>
      </Section>
      <Section title="SegmentedTabs">
        <SegmentedTabs
          aria-label="Caixa"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'deposit', label: 'Depósito', content: 'Panel of the deposit' },
            { value: 'withdraw', label: 'Retirar', content: 'Panel of the withdrawal' },
          ]}
        />
      </Section>
    </>
  )
}
