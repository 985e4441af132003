import type { TFunction } from 'i18next'
import { script, scriptHash, style, styleHash } from 'virtual:verifier-page'
import { cspHeader } from '#contract/csp.ts'
import type { Language } from '#contract/languages.ts'
import { fairGames } from '#contract/games/fairGames.ts'
import { rowDoubleModes, type RowDoubleMode } from '#contract/games/rowDouble.ts'
import type { VerifierStore } from '../VerifierStore.ts'
import type { PageData } from './pageData.ts'

type Values = Pick<
  VerifierStore,
  'game' | 'serverSeed' | 'clientSeed' | 'nonce' | 'mineCount' | 'mode' | 'shownHash' | 'commitment'
>

type FairKey =
  | 'clientSeed'
  | 'fill'
  | 'floats'
  | 'game'
  | 'hashDiffers'
  | 'hashMatches'
  | 'intro'
  | 'minesAt'
  | 'minesCount'
  | 'nonce'
  | 'offline'
  | 'outcome'
  | 'params'
  | 'serverSeed'
  | 'serverSeedHash'
  | 'title'
  | 'verify'

/**
 * The verifier as one HTML file with the texts of the current language, the current values of the form, its
 * own script and style. Its content security policy lets it load and send nothing.
 */
export function savedPage(t: TFunction, language: Language, values: Values): string {
  const fair = (key: FairKey) => t(`games.fair.${key}`)
  const data: PageData = {
    language,
    words: {
      outcome: fair('outcome'),
      result: t('games.result'),
      minesAt: fair('minesAt'),
      hashMatches: fair('hashMatches'),
      hashDiffers: fair('hashDiffers'),
      inChain: t('play.verifier.inChain'),
      notInChain: t('play.verifier.notInChain'),
      fill: fair('fill'),
      floats: fair('floats'),
      colours: t('games.colours', { returnObjects: true }) as Record<string, string>,
    },
  }
  const games = fairGames.map((game) => [game, t(`games.names.${game}`)] as const)
  const modes = (Object.keys(rowDoubleModes) as RowDoubleMode[]).map(
    (mode) => [mode, t(`games.rowModes.${mode}`)] as const,
  )
  const policy = cspHeader({
    'default-src': ["'none'"],
    'script-src': [`'${scriptHash}'`],
    'style-src': [`'${styleHash}'`],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  })
  const number = (min: number, max: number) => `type="number" inputmode="numeric" min="${min}" max="${max}"`
  return `<!doctype html>
<html lang="${escape(language.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(fair('title'))}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(fair('title'))}</h1>
<p>${escape(fair('intro'))}</p>
<p>${escape(fair('offline'))}</p>
<form autocomplete="off" novalidate>
${select('game', fair('game'), games, values.game)}
${input('serverSeed', fair('serverSeed'), values.serverSeed)}
${input('shownHash', fair('serverSeedHash'), values.shownHash)}
${input('clientSeed', fair('clientSeed'), values.clientSeed)}
${input('nonce', fair('nonce'), String(values.nonce), number(0, 1_000_000_000))}
${input('mineCount', fair('minesCount'), String(values.mineCount), number(1, 24), 'mines')}
${select('mode', fair('params'), modes, values.mode, 'rowDouble')}
${input('commitment', t('originals.double.commitment'), values.commitment, '', 'double')}
<button type="submit">${escape(fair('verify'))}</button>
</form>
<output></output>
</main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`
}

function input(
  name: string,
  label: string,
  value: string,
  more = 'type="text" spellcheck="false"',
  game?: string,
) {
  return `<label${ofGame(game)}>${escape(label)}<input name="${name}" value="${escape(value)}" ${more}></label>`
}

function select(
  name: string,
  label: string,
  options: (readonly [value: string, text: string])[],
  chosen: string,
  game?: string,
) {
  const choices = options.map(
    ([value, text]) =>
      `<option value="${escape(value)}"${value === chosen ? ' selected' : ''}>${escape(text)}</option>`,
  )
  return `<label${ofGame(game)}>${escape(label)}<select name="${name}">${choices.join('')}</select></label>`
}

function ofGame(game: string | undefined): string {
  return game ? ` data-game="${game}"` : ''
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
