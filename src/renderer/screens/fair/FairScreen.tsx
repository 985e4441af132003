import ArrowDown from 'lucide-react/icons/arrow-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Dices from 'lucide-react/icons/dices'
import Download from 'lucide-react/icons/download'
import Hash from 'lucide-react/icons/hash'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { observer } from 'mobx-react-lite'
import { useEffect, type FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { fairGames, isFairGame, type FairGame } from '#contract/games/fairGames.ts'
import { rowDoubleModes, type RowDoubleMode } from '#contract/games/rowDouble.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FairResult } from './FairResult.tsx'
import styles from './FairScreen.module.css'
import { VerifierStore } from './VerifierStore.ts'

const digestName = 'HMAC-SHA-256'
const seedInput = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/**
 * /fair: recomputes any round on the player's own device. `?round=` fills the form from the player's history,
 * `?public=` from a round of somebody else.
 */
export const FairScreen = observer(function FairScreen() {
  const { t } = useTranslation()
  const { navigation, language, host } = useStores()
  const verifier = useOwnStore((root) => new VerifierStore(root))
  const query = new URLSearchParams(useLocation().search)
  const [ownId, publicId] = [query.get('round'), query.get('public')]
  useEffect(() => {
    if (ownId) void verifier.fill(ownId)
    else if (publicId) void verifier.fill(publicId, true)
  }, [verifier, ownId, publicId])
  useEffect(() => {
    // Verifying needs no network, and neither does saving once this chunk is loaded. If loading fails, saving
    // reports it.
    import('./saved/savedPage.ts').catch(() => undefined)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verifier.verify()
  }
  const save = async () => {
    try {
      const { savedPage } = await import('./saved/savedPage.ts')
      verifier.save(savedPage(t, language.selected, verifier))
    } catch (error) {
      // The chunk could not be loaded: no network, or a newer version has been released.
      if (!(error instanceof TypeError)) throw error
      verifier.saveFailed()
    }
  }
  const stepper = { decreaseLabel: t('games.decrease'), increaseLabel: t('games.increase') }
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <IconButton aria-label={t('actions.back')} onClick={() => navigation.back()}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <h1>{t('games.fair.title')}</h1>
      </header>
      <div className={styles.body}>
        <div className={styles.lead}>
          <ShieldCheck aria-hidden className={styles.seal} strokeWidth={1.5} />
          <p className={styles.intro}>{t('games.fair.intro')}</p>
          <p className={styles.intro}>{t('games.fair.offline')}</p>
        </div>
        <PublicRound verifier={verifier} />
        <form className={styles.form} onSubmit={submit}>
          <Select
            label={t('games.fair.game')}
            value={verifier.game}
            onChange={(event) => verifier.change({ game: event.target.value as FairGame })}
            options={fairGames.map((game) => ({ value: game, label: t(`games.names.${game}`) }))}
          />
          <TextField
            label={t('games.fair.serverSeed')}
            value={verifier.serverSeed}
            {...seedInput}
            onChange={(event) => verifier.change({ serverSeed: event.target.value })}
          />
          <TextField
            label={t('games.fair.serverSeedHash')}
            value={verifier.shownHash}
            {...seedInput}
            onChange={(event) => verifier.change({ shownHash: event.target.value })}
          />
          <TextField
            label={t('games.fair.clientSeed')}
            value={verifier.clientSeed}
            {...seedInput}
            onChange={(event) => verifier.change({ clientSeed: event.target.value })}
          />
          <NumberStepper
            label={t('games.fair.nonce')}
            value={verifier.nonce}
            language={language.selected}
            min={0}
            max={1_000_000_000}
            onChange={(nonce) => verifier.change({ nonce })}
            {...stepper}
          />
          {verifier.game === 'mines' && (
            <NumberStepper
              label={t('games.fair.minesCount')}
              value={verifier.mineCount}
              language={language.selected}
              min={1}
              max={24}
              onChange={(mineCount) => verifier.change({ mineCount })}
              {...stepper}
            />
          )}
          {verifier.game === 'rowDouble' && (
            <Select
              label={t('games.fair.params')}
              value={verifier.mode}
              onChange={(event) => verifier.change({ mode: event.target.value as RowDoubleMode })}
              options={(Object.keys(rowDoubleModes) as RowDoubleMode[]).map((mode) => ({
                value: mode,
                label: t(`games.rowModes.${mode}`),
              }))}
            />
          )}
          {verifier.game === 'double' && (
            <TextField
              label={t('originals.double.commitment')}
              value={verifier.commitment}
              {...seedInput}
              onChange={(event) => verifier.change({ commitment: event.target.value })}
            />
          )}
          {verifier.isIncomplete && (
            <p role="alert" className={styles.error}>
              {t('games.fair.fill')}
            </p>
          )}
          <Button type="submit" variant="primary" size="l" full>
            {t('games.fair.verify')}
          </Button>
        </form>
        {verifier.result ? <FairResult result={verifier.result} /> : <Recipe />}
        {!host.kiosk && (
          <section className={styles.save}>
            <Button icon={<Download aria-hidden />} full onClick={() => void save()}>
              {t('play.verifier.save')}
            </Button>
            <p className={styles.intro}>{t('play.verifier.hint')}</p>
          </section>
        )}
      </div>
    </div>
  )
})

/** What the result is made of, as a picture: the fields of the form have these names. */
function Recipe() {
  const { t } = useTranslation()
  const parts = ['serverSeed', 'clientSeed', 'nonce'] as const
  return (
    <div className={styles.recipe} aria-hidden="true">
      <span className={styles.parts}>
        {parts.map((part) => (
          <span key={part} className={styles.ingredient}>
            {t(`games.fair.${part}`)}
          </span>
        ))}
      </span>
      <ArrowDown />
      <span className={styles.digest}>
        <Hash />
        <span translate="no">{digestName}</span>
      </span>
      <ArrowDown />
      <span className={styles.made}>
        <Dices />
        <span>{t('games.fair.outcome')}</span>
      </span>
    </div>
  )
}

/** What is public of somebody's round. Its seed is revealed when the player starts another one. */
const PublicRound = observer(function PublicRound({ verifier }: { verifier: VerifierStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const round = verifier.publicRound
  if (!round) return null
  const title = `${t('games.fair.round')} · ${isFairGame(round.gameCode) ? t(`games.names.${round.gameCode}`) : round.gameCode}`
  return (
    <section className={styles.result} aria-label={t('games.fair.round')}>
      <h2>{title}</h2>
      <p translate="no" className={styles.outcome}>
        {[
          formatMultiplier(round.multiplier, selected),
          ...(round.payout === null ? [] : [formatMoney(round.payout, selected)]),
        ].join(' · ')}
      </p>
      <p className={styles.intro}>{formatDateTime(round.time, selected)}</p>
      {verifier.serverSeed === '' && (
        <p className={styles.intro}>{`${t('games.fair.serverSeed')}: ${t('games.fair.hidden')}`}</p>
      )}
    </section>
  )
})
