import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverlayProps } from '../../stores/overlays.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './FairnessOverlay.module.css'
import { FairnessStore } from './FairnessStore.ts'
import { ChainProof, NextSeed, Proof } from './Proof.tsx'

/** The committed seeds, the client seed that the player can change, and the proof of one round. */
export const FairnessOverlay = observer(function FairnessOverlay({
  gameCode,
  roundId,
}: OverlayProps['fairness']) {
  const { t } = useTranslation()
  const isShared = gameCode === 'double'
  const { overlays, session, navigation } = useStores()
  const fairness = useOwnStore((root) => new FairnessStore(root, roundId, isShared))
  useEffect(() => void fairness.load(), [fairness])
  const { seeds, round, chain } = fairness
  const close = () => overlays.close()
  return (
    <Sheet title={t('games.fair.title')} closeLabel={t('actions.close')} onClose={close}>
      <div className={styles.body}>
        <p className={styles.intro}>{t(isShared ? 'originals.double.proofIntro' : 'games.fair.intro')}</p>
        {!session.isLoggedIn && !isShared && <p>{t('games.fair.login')}</p>}
        {fairness.hasFailed && (
          <ErrorState
            compact
            text={t('games.fair.loadFailed')}
            retryLabel={t('actions.retry')}
            onRetry={() => void fairness.load()}
          />
        )}
        {(isShared ? !chain : session.isLoggedIn && !seeds) && !fairness.hasFailed && (
          <Skeleton height="2.4rem" />
        )}
        {round && (
          <section className={styles.section} aria-label={t('games.fair.round')}>
            <h3>{t('games.fair.round')}</h3>
            <Proof {...round.proof} />
            <Button full onClick={() => navigation.go(`/fair?round=${round.id}`)}>
              {t('games.fair.verifyRound')}
            </Button>
          </section>
        )}
        {chain && (
          <section className={styles.section} aria-label={t('originals.double.proof')}>
            <h3>{t('originals.double.proof')}</h3>
            <ChainProof chain={chain} />
          </section>
        )}
        {seeds && (
          <section className={styles.section}>
            <Proof
              serverSeedHash={seeds.serverSeedHash}
              serverSeed={null}
              clientSeed={seeds.clientSeed}
              nonce={seeds.nonce}
            />
            <NextSeed hash={seeds.nextServerSeedHash} />
            <TextField
              label={t('games.fair.newClientSeed')}
              hint={t('games.fair.rotateHint')}
              error={fairness.clientSeedError ? t('games.fair.clientSeedInvalid') : undefined}
              value={fairness.nextClientSeed}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => fairness.setClientSeed(event.target.value)}
            />
            <Button
              full
              loading={fairness.isRotating}
              disabled={fairness.clientSeedError !== null}
              onClick={() => void fairness.rotate()}
            >
              {t('games.fair.rotate')}
            </Button>
          </section>
        )}
        {seeds?.previous && (
          <section className={styles.section}>
            <h3>{t('games.fair.previous')}</h3>
            <Proof {...seeds.previous} />
          </section>
        )}
        <Button variant="ghost" full onClick={() => navigation.go('/fair')}>
          {t('games.fair.openVerifier')}
        </Button>
      </div>
    </Sheet>
  )
})
