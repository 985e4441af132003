import { useTranslation } from 'react-i18next'
import type { DoubleRound } from '#contract/http/double.ts'
import type { RoundProof } from '#contract/http/game.ts'
import styles from './Proof.module.css'

/** Seeds and nonce in plain text, to read, compare and copy. */
export function Proof({ serverSeedHash, serverSeed, clientSeed, nonce }: RoundProof) {
  const { t } = useTranslation()
  const rows = [
    [t('games.fair.serverSeedHash'), serverSeedHash],
    [t('games.fair.serverSeed'), serverSeed ?? t('games.fair.hidden')],
    [t('games.fair.clientSeed'), clientSeed],
    [t('games.fair.nonce'), String(nonce)],
  ]
  return <Lines rows={rows} />
}

/** The hash of the server seed that comes into use after the next rotation. */
export function NextSeed({ hash }: { hash: string }) {
  const { t } = useTranslation()
  return <Lines rows={[[t('games.fair.nextServerSeedHash'), hash]]} />
}

/** The commitment of a shared game's hash chain, and the position of the current round in it. */
export function ChainProof({ chain }: { chain: DoubleRound['proof'] }) {
  const { t } = useTranslation()
  const rows = [
    [t('originals.double.commitment'), chain.commitment],
    [t('originals.double.seedHash'), chain.serverSeedHash],
    [t('originals.double.clientSeed'), chain.clientSeed],
    [t('originals.double.nonce'), `${chain.nonce} / ${chain.chainLength}`],
  ]
  return <Lines rows={rows} />
}

function Lines({ rows }: { rows: (string | undefined)[][] }) {
  return (
    <dl className={styles.proof}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
