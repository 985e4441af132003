import type { ComponentType } from 'react'
import type { ValuePageName } from '#contract/pages.ts'
import type { lazyPages } from './pages.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** The components of the pages. They are a file of their own, because the first page needs at most one of them. */
export const screens: Record<keyof typeof lazyPages, Load<object>> = {
  conta: async () => (await import('../screens/conta/ContaScreen.tsx')).ContaScreen,
  registros: async () => (await import('../screens/registros/RegistrosScreen.tsx')).RegistrosScreen,
  paySuccess: async () => (await import('../screens/paySuccess/PaySuccessScreen.tsx')).PaySuccessScreen,
  play: async () => (await import('../screens/play/PlayScreen.tsx')).PlayScreen,
  error: async () => (await import('../screens/error/ErrorScreen.tsx')).ErrorScreen,
  registered: async () => (await import('../screens/registered/RegisteredScreen.tsx')).RegisteredScreen,
  dice: async () => (await import('../games/dice/DiceGame.tsx')).DiceGame,
  limbo: async () => (await import('../games/limbo/LimboGame.tsx')).LimboGame,
  luckyColor: async () => (await import('../games/luckyColor/LuckyColorGame.tsx')).LuckyColorGame,
  double: async () => (await import('../games/double/DoubleGame.tsx')).DoubleGame,
  rowDouble: async () => (await import('../games/rowDouble/RowDoubleGame.tsx')).RowDoubleGame,
  footballPage: async () =>
    (await import('../screens/footballPage/FootballPageScreen.tsx')).FootballPageScreen,
  mines: async () => (await import('../games/mines/MinesGame.tsx')).MinesGame,
  fair: async () => (await import('../screens/fair/FairScreen.tsx')).FairScreen,
  download: async () => (await import('../screens/download/DownloadScreen.tsx')).DownloadScreen,
  gamebouns: async () => (await import('../screens/gamebouns/RebateScreen.tsx')).RebateScreen,
  gameMess: async () => (await import('../screens/gameMess/InboxScreen.tsx')).InboxScreen,
  signInSheet: async () => (await import('../screens/signInSheet/SignInSheetScreen.tsx')).SignInSheetScreen,
  jogoResponsavel: async () =>
    (await import('../screens/jogoResponsavel/JogoResponsavelScreen.tsx')).JogoResponsavelScreen,
  identity: async () => (await import('../screens/identity/IdentityScreen.tsx')).IdentityScreen,
  sportRules: async () => (await import('../screens/sportRules/SportRulesScreen.tsx')).SportRulesScreen,
  results: async () => (await import('../screens/results/ResultsScreen.tsx')).ResultsScreen,
  vip: async () => (await import('../screens/vip/VipScreen.tsx')).VipScreen,
  share: async () => (await import('../screens/share/ShareScreen.tsx')).ShareScreen,
  agentJl: async () => (await import('../screens/agentJl/AgentScreen.tsx')).AgentScreen,
  ladderBonus: async () => (await import('../screens/ladderBonus/LadderBonusScreen.tsx')).LadderBonusScreen,
}

/** The screens that get the value at the end of their address. */
export const valueScreens: Record<ValuePageName, Load<{ value: string }>> = {
  invitation: async () => (await import('../screens/invitation/InvitationScreen.tsx')).InvitationScreen,
  link: async () => (await import('../screens/link/LinkScreen.tsx')).LinkScreen,
  active: async () => (await import('../screens/active/ActiveScreen.tsx')).ActiveScreen,
  sharedTicket: async () =>
    (await import('../screens/sharedTicket/SharedTicketScreen.tsx')).SharedTicketScreen,
  voucher: async () => (await import('../screens/voucher/VoucherScreen.tsx')).VoucherScreen,
  terminalLogin: async () =>
    (await import('../screens/terminalLogin/TerminalLoginScreen.tsx')).TerminalLoginScreen,
}
