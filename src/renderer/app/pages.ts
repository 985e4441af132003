import type { PageName, ValuePageName } from '#contract/pages.ts'
import type { LazyTexts } from '../i18n/i18n.ts'
import type { PageTraits } from './usePage.ts'

interface LazyPage extends PageTraits {
  /** Its part of the texts, or parts; without it, 'general'. */
  texts?: LazyTexts | readonly LazyTexts[]
}

/** The pages that are not part of the first load. Addresses are in contract/pages.ts, components in screens.ts. */
export const lazyPages: Record<Exclude<PageName, ValuePageName | 'home'>, LazyPage> = {
  conta: { bars: 'all', texts: ['general', 'own'] },
  registros: { bars: 'all' },
  paySuccess: { bars: 'game' },
  play: { bars: 'game', texts: 'play' },
  error: { bars: 'none' },
  registered: { bars: 'none' },
  dice: { bars: 'game', gameCode: 'dice', needsLogin: true, texts: 'play' },
  limbo: { bars: 'game', gameCode: 'limbo', texts: 'play' },
  luckyColor: { bars: 'game', gameCode: 'luckyColor', texts: 'play' },
  double: { bars: 'game', gameCode: 'double', texts: 'play' },
  rowDouble: { bars: 'game', gameCode: 'rowDouble', texts: 'play' },
  footballPage: { bars: 'all', takesBets: true, texts: ['play', 'own'] },
  mines: { bars: 'game', gameCode: 'mines', texts: 'play' },
  fair: { bars: 'game', texts: 'play' },
  download: { bars: 'all' },
  gamebouns: { bars: 'all' },
  gameMess: { bars: 'all', needsLogin: true },
  signInSheet: { bars: 'all' },
  jogoResponsavel: { bars: 'all', texts: ['general', 'own'] },
  identity: { bars: 'all', texts: ['general', 'own'] },
  sportRules: { bars: 'all', texts: ['play', 'rules'] },
  results: { bars: 'all', texts: ['general', 'own'] },
  vip: { bars: 'all', texts: ['general', 'own'] },
  share: { bars: 'all', needsLogin: true, texts: ['general', 'own'] },
  agentJl: { bars: 'all' },
  ladderBonus: { bars: 'all' },
}

/** The pages whose address ends with a value, which their screen gets. */
export const valuePages: Record<ValuePageName, LazyPage> = {
  invitation: { bars: 'all' },
  link: { bars: 'none' },
  active: { bars: 'all' },
  sharedTicket: { bars: 'all', texts: ['general', 'play'] },
  voucher: { bars: 'all' },
  terminalLogin: { bars: 'all' },
}
