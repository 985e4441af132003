import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { identityCalls, type KeptIdentityView } from '#contract/office/players.ts'
import { formatCpf } from '#contract/rules/kyc.ts'
import { useOffice } from '../../data/context.ts'
import { formatDate } from '../../i18n/times.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { fieldValue } from '../../ui/fieldTexts.ts'
import styles from './identities.module.css'

type Found = null | 'loading' | { error: Error } | { identities: KeptIdentityView[] }

/** Who the person of an erased account was: asked for one at a time, and kept nowhere. */
export function KeptIdentities() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const [asked, setAsked] = useState('')
  const [found, setFound] = useState<Found>(null)
  const find = async () => {
    setFound('loading')
    try {
      setFound(await client.call(identityCalls.kept, { query: { q: asked } }))
    } catch (error) {
      setFound({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  return (
    <Panel title={t('identities.kept')}>
      <p className={styles.note}>{t('identities.keptText')}</p>
      <form
        className={styles.search}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextField label={t('identities.keptSearch')} value={asked} autoComplete="off" onChange={setAsked} />
        <Button type="submit" icon={Search} disabled={asked.trim() === '' || found === 'loading'}>
          {t('identities.keptFind')}
        </Button>
      </form>
      <div aria-live="polite">
        {found === 'loading' && <LoadingLines count={3} />}
        {found !== null && found !== 'loading' && 'error' in found && (
          <Failed error={found.error} onRetry={() => void find()} />
        )}
        {found !== null && found !== 'loading' && 'identities' in found && (
          <Identities of={found.identities} />
        )}
      </div>
    </Panel>
  )
}

function Identities({ of: identities }: { of: KeptIdentityView[] }) {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  if (identities.length === 0) return <p className={styles.note}>{t('identities.keptNone')}</p>
  return identities.map((person) => (
    <section key={person.playerId} className={styles.kept} aria-label={person.name}>
      <h3>{person.name}</h3>
      <KeyValues
        rows={[
          { label: t('identities.cpf'), value: formatCpf(person.cpf ?? '') || '–' },
          {
            label: t('identities.birthDate'),
            value: person.birthDate === null ? '–' : formatDate(person.birthDate, locale),
          },
          { label: t('players.email'), value: person.email },
          { label: t('identities.phone'), value: person.phone || '–' },
          { label: t('identities.playerId'), value: person.playerId },
          { label: t('identities.erasedAt'), value: <Time value={person.erasedAt} as="exact" /> },
          { label: t('identities.keptUntil'), value: <Time value={person.keepUntil} as="exact" /> },
          {
            label: t('identities.keptChecks'),
            value:
              person.checks
                .map((check) => `${fieldValue('result', check.state)} (${check.decidedBy ?? check.provider})`)
                .join(', ') || '–',
          },
          {
            label: t('identities.keptKeys'),
            value:
              // Somebody has few keys and many withdrawals.
              [
                ...new Set(person.withdrawals.map(({ type, key, holder }) => `${type} ${key}, ${holder}`)),
              ].join('; ') || '–',
          },
        ]}
      />
    </section>
  ))
}
