import { bannerArt } from '../../assets/bannerArt.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { gameArt, gameArtOf } from '../../assets/gameArt.ts'
import { Flag, flagCodes } from '../../ui/Flag.tsx'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { PaymentLogos } from '../../ui/PaymentLogo.tsx'
import { Section } from './Section.tsx'
import styles from './UiScreen.module.css'

const banners = {
  deposit: 'Depósito rende 30% mais',
  originals: 'Jogos que você confere',
  sports: 'Hoje tem jogo',
}
const gameNames: Record<string, string> = {
  mines: 'Minas',
  limbo: 'Limbo',
  dice: 'Dados',
  double: 'Double',
  luckyColor: 'Cor da Sorte',
  rowDouble: 'Dobro na linha',
  'frutas-do-brasil': 'Frutas do Brasil',
  'ouro-da-serra': 'Ouro da Serra',
  carnaval: 'Carnaval de Luz',
  amazonia: 'Amazônia Selvagem',
  sports: 'Esportes',
}

export function ArtSection() {
  return (
    <>
      <Section title="Logo" row>
        <Logo size="l" />
        <Logo />
        <Logo size="s" />
      </Section>
      <Section title="Banners">
        {Object.entries(bannerArt).map(([name, url]) => (
          <div key={name} className={styles.banner}>
            <img src={url} alt="" />
            <strong>{banners[name as keyof typeof banners]}</strong>
          </div>
        ))}
      </Section>
      <Section title="Games">
        <div className={styles.tiles}>
          {[...Object.keys(gameArt), 'unknown'].map((code) => (
            <div key={code} className={styles.tile}>
              <img src={gameArtOf(code)} alt="" width="220" height="268" />
              <span>{gameNames[code] ?? 'Outro jogo'}</span>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Levels">
        <div className={styles.emblems}>
          {Array.from({ length: 13 }, (_, level) => (
            <LevelEmblem key={level} level={level} label={`VIP ${level}`} />
          ))}
        </div>
      </Section>
      <Section title="States">
        <div className={styles.pictures}>
          {Object.entries(emptyArt).map(([name, url]) => (
            <img key={name} src={url} alt={name} />
          ))}
        </div>
      </Section>
      <Section title="Flags" row>
        {flagCodes.map((code) => (
          <Flag key={code} code={code} size="l" />
        ))}
      </Section>
      <Section title="Payment">
        <PaymentLogos methods={['pix', 'card']} />
      </Section>
    </>
  )
}
