import { Suspense, type ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { isHomeAlias, type PageName } from '#contract/pages.ts'
import { HomeScreen } from '../screens/home/HomeScreen.tsx'
import { chunk, type Chunk } from './chunk.ts'
import { matchRoute } from './routeTable.ts'
import { ScreenBoundary, ScreenSkeleton } from './ScreenBoundary.tsx'

/** A screen gets the value that follows its path ('' when there is none). */
export interface ScreenProps {
  value: string
}

/** Home is in the first chunk; every other screen is a lazy chunk. */
const laterScreens: Record<Exclude<PageName, 'home'>, Chunk<ScreenProps>> = {
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
    async () => (await import('../screens/gamebouns/GamebounsScreen.tsx')).GamebounsScreen,
  ),
  gameMess: chunk<ScreenProps>(
    async () => (await import('../screens/gameMess/GameMessScreen.tsx')).GameMessScreen,
  ),
  signInSheet: chunk<ScreenProps>(
    async () => (await import('../screens/signInSheet/SignInSheetScreen.tsx')).SignInSheetScreen,
  ),
  jogoResponsavel: chunk<ScreenProps>(
    async () => (await import('../screens/jogoResponsavel/JogoResponsavelScreen.tsx')).JogoResponsavelScreen,
  ),
  vip: chunk<ScreenProps>(async () => (await import('../screens/vip/VipScreen.tsx')).VipScreen),
  share: chunk<ScreenProps>(async () => (await import('../screens/share/ShareScreen.tsx')).ShareScreen),
  agentJl: chunk<ScreenProps>(
    async () => (await import('../screens/agentJl/AgentJlScreen.tsx')).AgentJlScreen,
  ),
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

const screens: Record<PageName, ComponentType<ScreenProps>> = { home: HomeScreen, ...laterScreens }

/**
 * Loads the screen of the address before the first render: a page that the server has drawn stays until all of it can be
 * replaced. Without it, the first render shows a skeleton.
 */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const name = matchRoute(pathname)?.name
  if (name === undefined || name === 'home') return
  screens[name] = await laterScreens[name].load()
}

/** The style page exists in development builds only. */
const UiScreen = import.meta.env.DEV
  ? chunk(async () => (await import('../screens/ui/UiScreen.tsx')).UiScreen)
  : undefined

/** The screen of the address; unknown addresses redirect to /home. */
export function CurrentScreen() {
  const { pathname } = useLocation()
  if (UiScreen && pathname === '/ui') {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <UiScreen />
      </Suspense>
    )
  }
  const match = matchRoute(pathname)
  if (!match) return <Navigate to={isHomeAlias(pathname) ? '/home' : '/'} replace />
  const Screen = screens[match.name]
  return (
    <ScreenBoundary key={pathname}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Screen value={match.value} />
      </Suspense>
    </ScreenBoundary>
  )
}
