import type { ComponentType } from 'react'
import type { PageName, ValuePageName } from '#contract/pages.ts'
import { chunkLoader } from './chunk.ts'
import type { PageTraits } from './usePage.ts'

interface LazyPage<Props> extends PageTraits {
  /** A guest is sent home and asked to log in. */
  needsLogin?: true
  load: () => Promise<ComponentType<Props>>
}

/** The pages that are not part of the first load. Addresses are in contract/pages.ts. */
export const lazyPages: Record<Exclude<PageName, ValuePageName | 'home'>, LazyPage<object>> = {
  conta: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/conta/ContaScreen.tsx')).ContaScreen),
  },
  registros: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/registros/RegistrosScreen.tsx')).RegistrosScreen),
  },
  paySuccess: {
    bars: 'none',
    load: chunkLoader(
      async () => (await import('../screens/paySuccess/PaySuccessScreen.tsx')).PaySuccessScreen,
    ),
  },
  play: {
    bars: 'game',
    load: chunkLoader(async () => (await import('../screens/play/PlayScreen.tsx')).PlayScreen, 'play'),
  },
  error: {
    bars: 'none',
    load: chunkLoader(async () => (await import('../screens/error/ErrorScreen.tsx')).ErrorScreen),
  },
  registered: {
    bars: 'none',
    load: chunkLoader(
      async () => (await import('../screens/registered/RegisteredScreen.tsx')).RegisteredScreen,
    ),
  },
  dice: {
    bars: 'game',
    gameCode: 'dice',
    needsLogin: true,
    load: chunkLoader(async () => (await import('../games/dice/DiceGame.tsx')).DiceGame, 'play'),
  },
  limbo: {
    bars: 'game',
    gameCode: 'limbo',
    load: chunkLoader(async () => (await import('../games/limbo/LimboGame.tsx')).LimboGame, 'play'),
  },
  luckyColor: {
    bars: 'game',
    gameCode: 'luckyColor',
    load: chunkLoader(
      async () => (await import('../games/luckyColor/LuckyColorGame.tsx')).LuckyColorGame,
      'play',
    ),
  },
  double: {
    bars: 'game',
    gameCode: 'double',
    load: chunkLoader(async () => (await import('../games/double/DoubleGame.tsx')).DoubleGame, 'play'),
  },
  rowDouble: {
    bars: 'game',
    gameCode: 'rowDouble',
    load: chunkLoader(
      async () => (await import('../games/rowDouble/RowDoubleGame.tsx')).RowDoubleGame,
      'play',
    ),
  },
  footballPage: {
    bars: 'all',
    takesBets: true,
    load: chunkLoader(
      async () => (await import('../screens/footballPage/FootballPageScreen.tsx')).FootballPageScreen,
      'play',
    ),
  },
  mines: {
    bars: 'game',
    gameCode: 'mines',
    load: chunkLoader(async () => (await import('../games/mines/MinesGame.tsx')).MinesGame, 'play'),
  },
  fair: {
    bars: 'none',
    load: chunkLoader(async () => (await import('../screens/fair/FairScreen.tsx')).FairScreen, 'play'),
  },
  download: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/download/DownloadScreen.tsx')).DownloadScreen),
  },
  gamebouns: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/gamebouns/RebateScreen.tsx')).RebateScreen),
  },
  gameMess: {
    bars: 'all',
    needsLogin: true,
    load: chunkLoader(async () => (await import('../screens/gameMess/InboxScreen.tsx')).InboxScreen),
  },
  signInSheet: {
    bars: 'all',
    load: chunkLoader(
      async () => (await import('../screens/signInSheet/SignInSheetScreen.tsx')).SignInSheetScreen,
    ),
  },
  jogoResponsavel: {
    bars: 'all',
    load: chunkLoader(
      async () =>
        (await import('../screens/jogoResponsavel/JogoResponsavelScreen.tsx')).JogoResponsavelScreen,
    ),
  },
  vip: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/vip/VipScreen.tsx')).VipScreen),
  },
  share: {
    bars: 'all',
    needsLogin: true,
    load: chunkLoader(async () => (await import('../screens/share/ShareScreen.tsx')).ShareScreen),
  },
  agentJl: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/agentJl/AgentScreen.tsx')).AgentScreen),
  },
  ladderBonus: {
    bars: 'all',
    load: chunkLoader(
      async () => (await import('../screens/ladderBonus/LadderBonusScreen.tsx')).LadderBonusScreen,
    ),
  },
}

/** The pages whose address ends with a value, which their screen gets. */
export const valuePages: Record<ValuePageName, LazyPage<{ value: string }>> = {
  invitation: {
    bars: 'all',
    load: chunkLoader(
      async () => (await import('../screens/invitation/InvitationScreen.tsx')).InvitationScreen,
    ),
  },
  link: {
    bars: 'none',
    load: chunkLoader(async () => (await import('../screens/link/LinkScreen.tsx')).LinkScreen),
  },
  active: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/active/ActiveScreen.tsx')).ActiveScreen),
  },
  sharedTicket: {
    bars: 'all',
    load: chunkLoader(
      async () => (await import('../screens/sharedTicket/SharedTicketScreen.tsx')).SharedTicketScreen,
      'play',
    ),
  },
  voucher: {
    bars: 'all',
    load: chunkLoader(async () => (await import('../screens/voucher/VoucherScreen.tsx')).VoucherScreen),
  },
  terminalLogin: {
    bars: 'all',
    load: chunkLoader(
      async () => (await import('../screens/terminalLogin/TerminalLoginScreen.tsx')).TerminalLoginScreen,
    ),
  },
}
