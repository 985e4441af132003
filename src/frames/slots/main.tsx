/**
 * The page of a slot, in the frame of /play. Its address says which game it is and where the server is; the host
 * sends everything else in `init` (contract/games/frame.ts).
 */
import { runInAction } from 'mobx'
import { createRoot } from 'react-dom/client'
import type { HostMessage } from '#contract/games/frame.ts'
import { isSlotCode } from '#contract/games/slots.ts'
import { slotThemes } from '#contract/games/slotThemes.ts'
import { languages } from '#contract/languages.ts'
import { newestOnly } from '#contract/newestOnly.ts'
import { Bridge } from './host/Bridge.ts'
import { GameApi } from './host/GameApi.ts'
import { reportActivity } from './host/reportActivity.ts'
import { SlotStore } from './play/SlotStore.ts'
import { BoardStage } from './reels/BoardStage.ts'
import { Coins } from './reels/Coins.ts'
import { loadDrawings } from './reels/symbolArt.ts'
import { Sounds } from './sounds.ts'
import '../../renderer/ui/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/machine.css'
import './styles/panel.css'
import './styles/sheets.css'
import './styles/themes.css'
import { loadTexts } from './texts/texts.ts'
import { themeLooks } from './themes.ts'
import { SlotPage } from './view/SlotPage.tsx'
import { ViewModel } from './view/ViewModel.ts'

type Init = Extract<HostMessage, { type: 'init' }>

const motion = window.matchMedia('(prefers-reduced-motion: reduce)')
const prefersReducedMotion = () => motion.matches
const loadNewestTexts = newestOnly(loadTexts)

void start()

async function start(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const code = query.get('game') ?? ''
  if (!isSlotCode(code) || window.parent === window) return
  const container = document.getElementById('game')
  if (!container) throw new Error('no #game in index.html')
  const look = themeLooks[code]
  document.documentElement.dataset['theme'] = code
  document.title = look.title
  const sounds = new Sounds()
  const coins = new Coins(prefersReducedMotion)
  let view: ViewModel | null = null
  let isBalanceHidden = false
  /** The ticket of the last `init`, until it is used. */
  let ticket: string | null = null
  /** Calls that wait for the ticket of the next `init`. */
  let waiting: ((ticket: string) => void)[] = []
  let resolveFirst: (init: Init) => void = () => undefined
  const first = new Promise<Init>((resolve) => (resolveFirst = resolve))

  const bridge = new Bridge(
    { own: window, host: window.parent },
    {
      init: (init) => {
        resolveFirst(init)
        sounds.volume = init.volume
        if (waiting.length > 0) {
          for (const resolve of waiting) resolve(init.ticket)
          waiting = []
        } else ticket = init.ticket
        if (view) void setLanguage(view, init.language)
      },
      notice: ({ text, seconds }) => view?.game.setNotice(text, seconds),
      balance: ({ cash, bonus }) => view?.game.wallet.set({ cash, bonus }),
      privacy: ({ hidden }) => {
        isBalanceHidden = hidden
        view?.game.wallet.hide(hidden)
      },
      pause: ({ paused }) => {
        sounds.isPaused = paused
        view?.game.setPaused(paused)
      },
    },
  )
  bridge.start()

  const [{ default: art }, init] = await Promise.all([look.art(), first])
  const [images, texts] = await Promise.all([loadDrawings(art.drawings), loadTexts(init.language)])
  const api = new GameApi(
    {
      fetch: (input, options) => fetch(input, options),
      language: () => view?.game.languageCode ?? init.language,
      onOffline: (isOffline) => view?.game.setOffline(isOffline),
      ticket: () => {
        if (ticket !== null) {
          const fresh = ticket
          ticket = null
          return Promise.resolve(fresh)
        }
        return new Promise((resolve) => {
          waiting.push(resolve)
          bridge.post({ type: 'ready' })
        })
      },
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    code,
    query.get('api') ?? location.origin,
  )
  const stage = new BoardStage(
    slotThemes[code],
    look.accent,
    images,
    { sounds, coins, prefersReducedMotion },
    look.stops,
  )
  const game = new SlotStore(code, api, stage, {
    needDeposit: () => bridge.post({ type: 'needDeposit' }),
    reveal: (shown) => bridge.post({ type: 'reveal', ...shown }),
    revealed: () => bridge.post({ type: 'revealed' }),
  })
  view = new ViewModel(texts, {
    game,
    title: look.title,
    drawings: art.drawings,
    scene: art.scene,
    reels: stage.attach,
    coins: coins.attach,
    sounds,
    host: {
      openSupport: () => bridge.post({ type: 'openSupport' }),
      exit: () => bridge.post({ type: 'exit' }),
      needDeposit: () => bridge.post({ type: 'needDeposit' }),
    },
    prefersReducedMotion,
  })
  view.game.wallet.hide(isBalanceHidden)
  await setLanguage(view, init.language)
  view.setSound(init.sound)
  createRoot(container).render(<SlotPage view={view} />)
  listenToKeys(game)
  reportActivity(window, () => bridge.post({ type: 'active' }))
  await game.load()
}

async function setLanguage(view: ViewModel, code: Init['language']): Promise<void> {
  const loaded = await loadNewestTexts(code)
  if (!loaded) return
  document.documentElement.lang = languages[code].locale
  runInAction(() => {
    view.game.setLanguage(code)
    view.setTexts(loaded.value)
  })
}

/** Space spins and stops wherever the focus is, except in fields, buttons and sheets, which use it themselves. */
function listenToKeys(game: SlotStore): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (target instanceof Element && target.closest('input, button, summary, dialog')) return
    event.preventDefault()
    game.press()
  })
}
