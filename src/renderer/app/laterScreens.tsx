import type { ComponentType } from 'react'
import type { PageName } from '#contract/pages.ts'
import { chunk, type Chunk } from './chunk.ts'

/** A screen gets the value that follows its path ('' when there is none). */
export interface ScreenProps {
  value: string
}

/** A screen that is a lazy chunk: every one but home. */
export type LaterScreenName = Exclude<PageName, 'home'>

const chunks: Record<LaterScreenName, Chunk<ScreenProps>> = {
  conta: chunk<ScreenProps>(async () => (await import('../screens/conta/ContaScreen.tsx')).ContaScreen),
  registros: chunk<ScreenProps>(
    async () => (await import('../screens/registros/RegistrosScreen.tsx')).RegistrosScreen,
  ),
  paySuccess: chunk<ScreenProps>(
    async () => (await import('../screens/paySuccess/PaySuccessScreen.tsx')).PaySuccessScreen,
  ),
  play: chunk<ScreenProps>(async () => (await import('../screens/play/PlayScreen.tsx')).PlayScreen, 'play'),
  error: chunk<ScreenProps>(async () => (await import('../screens/error/ErrorScreen.tsx')).ErrorScreen),
  registered: chunk<ScreenProps>(
    async () => (await import('../screens/registered/RegisteredScreen.tsx')).RegisteredScreen,
  ),
  dice: chunk<ScreenProps>(async () => (await import('../games/dice/DiceGame.tsx')).DiceGame, 'play'),
  limbo: chunk<ScreenProps>(async () => (await import('../games/limbo/LimboGame.tsx')).LimboGame, 'play'),
  luckyColor: chunk<ScreenProps>(
    async () => (await import('../games/luckyColor/LuckyColorGame.tsx')).LuckyColorGame,
    'play',
  ),
  double: chunk<ScreenProps>(async () => (await import('../games/double/DoubleGame.tsx')).DoubleGame, 'play'),
  rowDouble: chunk<ScreenProps>(
    async () => (await import('../games/rowDouble/RowDoubleGame.tsx')).RowDoubleGame,
    'play',
  ),
  footballPage: chunk<ScreenProps>(
    async () => (await import('../screens/footballPage/FootballPageScreen.tsx')).FootballPageScreen,
    'play',
  ),
  mines: chunk<ScreenProps>(async () => (await import('../games/mines/MinesGame.tsx')).MinesGame, 'play'),
  fair: chunk<ScreenProps>(async () => (await import('../screens/fair/FairScreen.tsx')).FairScreen, 'play'),
  invitation: chunk<ScreenProps>(
    async () => (await import('../screens/invitation/InvitationScreen.tsx')).InvitationScreen,
  ),
  link: chunk<ScreenProps>(async () => (await import('../screens/link/LinkScreen.tsx')).LinkScreen),
  download: chunk<ScreenProps>(
    async () => (await import('../screens/download/DownloadScreen.tsx')).DownloadScreen,
  ),
  gamebouns: chunk<ScreenProps>(
    async () => (await import('../screens/gamebouns/RebateScreen.tsx')).RebateScreen,
  ),
  gameMess: chunk<ScreenProps>(async () => (await import('../screens/gameMess/InboxScreen.tsx')).InboxScreen),
  signInSheet: chunk<ScreenProps>(
    async () => (await import('../screens/signInSheet/SignInSheetScreen.tsx')).SignInSheetScreen,
  ),
  jogoResponsavel: chunk<ScreenProps>(
    async () => (await import('../screens/jogoResponsavel/JogoResponsavelScreen.tsx')).JogoResponsavelScreen,
  ),
  vip: chunk<ScreenProps>(async () => (await import('../screens/vip/VipScreen.tsx')).VipScreen),
  share: chunk<ScreenProps>(async () => (await import('../screens/share/ShareScreen.tsx')).ShareScreen),
  agentJl: chunk<ScreenProps>(async () => (await import('../screens/agentJl/AgentScreen.tsx')).AgentScreen),
  ladderBonus: chunk<ScreenProps>(
    async () => (await import('../screens/ladderBonus/LadderBonusScreen.tsx')).LadderBonusScreen,
  ),
  active: chunk<ScreenProps>(async () => (await import('../screens/active/ActiveScreen.tsx')).ActiveScreen),
  voucher: chunk<ScreenProps>(
    async () => (await import('../screens/voucher/VoucherScreen.tsx')).VoucherScreen,
  ),
  terminalLogin: chunk<ScreenProps>(
    async () => (await import('../screens/terminalLogin/TerminalLoginScreen.tsx')).TerminalLoginScreen,
  ),
  sharedTicket: chunk<ScreenProps>(
    async () => (await import('../screens/sharedTicket/SharedTicketScreen.tsx')).SharedTicketScreen,
    'play',
  ),
}

const screens: Record<LaterScreenName, ComponentType<ScreenProps>> = { ...chunks }

/** Loads a screen before its first render, which then shows it at once. */
export async function loadScreen(name: LaterScreenName): Promise<void> {
  screens[name] = await chunks[name].load()
}

/** The screens and their files, in a chunk of their own: the first load of /home needs none of them. */
export function LaterScreen({ name, value }: ScreenProps & { name: LaterScreenName }) {
  const Screen = screens[name]
  return <Screen value={value} />
}
