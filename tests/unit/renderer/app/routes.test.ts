import { createMemoryRouter, type DataRouter } from 'react-router-dom'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPagePath, pagePaths, type PageName } from '#contract/pages.ts'
import { createRoutes } from '#renderer/app/routes.tsx'
import { traitsOf } from '#renderer/app/usePage.ts'
import { ActiveScreen } from '#renderer/screens/active/ActiveScreen.tsx'
import { AgentScreen } from '#renderer/screens/agentJl/AgentScreen.tsx'
import { ContaScreen } from '#renderer/screens/conta/ContaScreen.tsx'
import { DownloadScreen } from '#renderer/screens/download/DownloadScreen.tsx'
import { ErrorScreen } from '#renderer/screens/error/ErrorScreen.tsx'
import { FairScreen } from '#renderer/screens/fair/FairScreen.tsx'
import { FootballPageScreen } from '#renderer/screens/footballPage/FootballPageScreen.tsx'
import { InboxScreen } from '#renderer/screens/gameMess/InboxScreen.tsx'
import { RebateScreen } from '#renderer/screens/gamebouns/RebateScreen.tsx'
import { messageTargets } from '#renderer/screens/gameMess/messageTexts.ts'
import { HomeScreen } from '#renderer/screens/home/HomeScreen.tsx'
import { InvitationScreen } from '#renderer/screens/invitation/InvitationScreen.tsx'
import { ResultsScreen } from '#renderer/screens/results/ResultsScreen.tsx'
import { IdentityScreen } from '#renderer/screens/identity/IdentityScreen.tsx'
import { JogoResponsavelScreen } from '#renderer/screens/jogoResponsavel/JogoResponsavelScreen.tsx'
import { LadderBonusScreen } from '#renderer/screens/ladderBonus/LadderBonusScreen.tsx'
import { LinkScreen } from '#renderer/screens/link/LinkScreen.tsx'
import { PaySuccessScreen } from '#renderer/screens/paySuccess/PaySuccessScreen.tsx'
import { PlayScreen } from '#renderer/screens/play/PlayScreen.tsx'
import { RegisteredScreen } from '#renderer/screens/registered/RegisteredScreen.tsx'
import { recordTabOf } from '#renderer/screens/registros/RecordsStore.ts'
import { RegistrosScreen } from '#renderer/screens/registros/RegistrosScreen.tsx'
import { ShareScreen } from '#renderer/screens/share/ShareScreen.tsx'
import { SharedTicketScreen } from '#renderer/screens/sharedTicket/SharedTicketScreen.tsx'
import { SignInSheetScreen } from '#renderer/screens/signInSheet/SignInSheetScreen.tsx'
import { SportRulesScreen } from '#renderer/screens/sportRules/SportRulesScreen.tsx'
import { TerminalLoginScreen } from '#renderer/screens/terminalLogin/TerminalLoginScreen.tsx'
import { VipScreen } from '#renderer/screens/vip/VipScreen.tsx'
import { VoucherScreen } from '#renderer/screens/voucher/VoucherScreen.tsx'
import { addressable } from '#renderer/stores/overlays.ts'
import { DiceGame } from '#renderer/games/dice/DiceGame.tsx'
import { DoubleGame } from '#renderer/games/double/DoubleGame.tsx'
import { LimboGame } from '#renderer/games/limbo/LimboGame.tsx'
import { LuckyColorGame } from '#renderer/games/luckyColor/LuckyColorGame.tsx'
import { MinesGame } from '#renderer/games/mines/MinesGame.tsx'
import { RowDoubleGame } from '#renderer/games/rowDouble/RowDoubleGame.tsx'

vi.stubGlobal('window', { location: { pathname: '/', search: '' } })
// The language of the page.
vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
afterAll(() => vi.unstubAllGlobals())

let router: DataRouter
beforeEach(() => {
  router = createMemoryRouter(createRoutes({ requireLogin: () => null }), { initialEntries: ['/home'] })
})

/** Goes there and returns what the router renders, with the value that the screen gets. */
async function shownAt(address: string): Promise<{ screen: unknown; value?: string }> {
  await router.navigate(address)
  expect(router.state.errors).toBeNull()
  const route = router.state.matches.at(-1)?.route
  const loaded = router.state.loaderData[route?.id ?? ''] as { Screen: unknown; value: string } | null
  if (loaded) return { screen: loaded.Screen, value: loaded.value }
  return { screen: route && 'element' in route && (route.element as { type: unknown }).type }
}

const screens: Record<PageName, unknown> = {
  home: HomeScreen,
  conta: ContaScreen,
  registros: RegistrosScreen,
  paySuccess: PaySuccessScreen,
  play: PlayScreen,
  error: ErrorScreen,
  registered: RegisteredScreen,
  dice: DiceGame,
  limbo: LimboGame,
  luckyColor: LuckyColorGame,
  double: DoubleGame,
  rowDouble: RowDoubleGame,
  footballPage: FootballPageScreen,
  mines: MinesGame,
  fair: FairScreen,
  invitation: InvitationScreen,
  link: LinkScreen,
  download: DownloadScreen,
  gamebouns: RebateScreen,
  gameMess: InboxScreen,
  signInSheet: SignInSheetScreen,
  jogoResponsavel: JogoResponsavelScreen,
  identity: IdentityScreen,
  results: ResultsScreen,
  sportRules: SportRulesScreen,
  vip: VipScreen,
  share: ShareScreen,
  agentJl: AgentScreen,
  ladderBonus: LadderBonusScreen,
  active: ActiveScreen,
  sharedTicket: SharedTicketScreen,
  voucher: VoucherScreen,
  terminalLogin: TerminalLoginScreen,
}

describe('the pages that messages lead to', () => {
  it.each(Object.entries(messageTargets))(
    '%s: %s is a page, and its panel opens by address',
    (_kind, target) => {
      const { pathname, searchParams } = new URL(target, 'https://example.com')
      expect(isPagePath(pathname)).toBe(true)
      const overlay = searchParams.get('overlay')
      if (overlay !== null) expect(addressable).toContain(overlay)
      const tab = searchParams.get('tab')
      if (tab !== null) expect(recordTabOf(tab)).toBe(tab)
    },
  )
})

describe('the route table', () => {
  it.each(Object.keys(screens) as PageName[])(
    'has the screen of %s, at an address of the server',
    async (name) => {
      const address = pagePaths[name].replace('{}', 'AMIGO234')
      expect(isPagePath(address)).toBe(true)
      const shown = await shownAt(address)
      expect(shown.screen).toBe(screens[name])
      if (pagePaths[name].endsWith('{}')) expect(shown.value).toBe('AMIGO234')
    },
  )

  it.each([
    ['/yAMIGO234/', InvitationScreen, 'AMIGO234'],
    ['/yA%20B', InvitationScreen, 'A B'],
    ['/yA%2FB', InvitationScreen, 'A/B'],
    ['/y%E0', InvitationScreen, '%E0'],
    ['/zgot0ken', LinkScreen, 't0ken'],
    ['/active7', ActiveScreen, '7'],
    ['/vip/', VipScreen, undefined],
    ['/v%69p', VipScreen, undefined],
  ])('%s is a page with its value, for the server too', async (address, screen, value) => {
    expect(isPagePath(address)).toBe(true)
    const shown = await shownAt(address)
    expect(shown.screen).toBe(screen)
    expect(shown.value).toBe(value)
  })

  it.each([
    '/',
    '/main',
    '/main/',
    '/nada',
    '/y',
    '/zgo',
    '/active/',
    '/yAMIGO/mais',
    '/home/mais',
    '/HOME',
    '/VIP',
  ])('%s leads home', async (address) => {
    await router.navigate('/vip')
    expect((await shownAt(address)).screen).toBe(HomeScreen)
    expect(router.state.location.pathname).toBe('/home')
  })

  it.each(['/', '/nada', '/a/b/c'])(
    '%s, opened directly, leaves no entry that leads home again',
    async (address) => {
      vi.stubGlobal('window', { location: { pathname: address, search: '' } })
      router = createMemoryRouter(createRoutes({ requireLogin: () => null }), {
        initialEntries: ['/vip', address],
      })
      await expect.poll(() => router.state.location.pathname).toBe('/home')
      void router.navigate(-1)
      await expect.poll(() => router.state.location.pathname).toBe('/vip')
    },
  )

  it('keeps the page while an overlay changes the address, and shows a new one for another value', async () => {
    const first = await shownAt('/yAMIGO234')
    expect(await shownAt('/yAMIGO234?overlay=register')).toEqual(first)
    expect((await shownAt('/yOUTRO567')).value).toBe('OUTRO567')
  })

  it('has no bars on a form page, and all bars on the invitation', async () => {
    const barsAt = async (address: string) => {
      await router.navigate(address)
      const { route, params } = router.state.matches.at(-1) ?? {}
      return traitsOf(route?.handle, params)?.bars
    }
    expect(await barsAt('/registered')).toBe('none')
    expect(await barsAt('/zgot0ken')).toBe('none')
    expect(await barsAt('/yAMIGO234')).toBe('all')
  })
})
