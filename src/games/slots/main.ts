import { isSlotCode } from '#contract/games/slots.ts'
import { slotThemes } from '#contract/games/slotThemes.ts'
import type { HostMessage } from '#contract/games/frame.ts'
import { languages } from '#contract/languages.ts'
import { parseAmount } from '#contract/money.ts'
import { runInAction } from 'mobx'
import { Bridge } from './host/Bridge.ts'
import { GameApi } from './host/GameApi.ts'
import { SlotStore } from './play/SlotStore.ts'
import { BoardStage } from './reels/BoardStage.ts'
import { Coins } from './reels/Coins.ts'
import { loadDrawings, svgUrl } from './reels/symbolArt.ts'
import { Sounds } from './sounds.ts'
import './styles/base.css'
import './styles/machine.css'
import './styles/panel.css'
import './styles/sheets.css'
import './styles/themes.css'
import { loadTexts } from './texts/texts.ts'
import { themeLooks } from './themes.ts'
import { createAutoSheet } from './view/autoSheet.ts'
import { h } from './view/h.ts'
import { createHistory } from './view/historySheet.ts'
import { createPanel } from './view/panel.ts'
import { createPaytable } from './view/paytable.ts'
import { createMachine, createMast, createMeter, createResult, createTrouble } from './view/stage.ts'
import { View } from './view/View.ts'

type Init = Extract<HostMessage, { type: 'init' }>

const motion = window.matchMedia('(prefers-reduced-motion: reduce)')
const isStill = () => motion.matches

void start()

/** The address says which game and where the server is; everything else comes from the host by `init`. */
async function start(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const code = query.get('game') ?? ''
  if (!isSlotCode(code) || window.parent === window) return
  const look = themeLooks[code]
  document.documentElement.dataset['theme'] = code
  const sounds = new Sounds()
  const canvas = h('canvas', { class: 'reels' })
  const coins = new Coins(h('canvas', { class: 'coins', attrs: { 'aria-hidden': 'true' } }), isStill)
  let view: View | null = null
  /** The ticket of the last `init`, until it is used; who needs one waits for the next. */
  let ticket: string | null = null
  let waiting: ((ticket: string) => void)[] = []
  let first: (init: Init) => void = () => undefined
  const begun = new Promise<Init>((resolve) => (first = resolve))

  const bridge = new Bridge(
    { own: window, host: window.parent },
    {
      init: (init) => {
        first(init)
        if (waiting.length > 0) {
          for (const resolve of waiting) resolve(init.ticket)
          waiting = []
        } else ticket = init.ticket
        if (view) void speak(view, init.language)
      },
      notice: ({ text }) => view?.game.setNotice(text),
      balance: ({ balance, freeBalance }) => {
        const [cash, bonus] = [parseAmount(balance), parseAmount(freeBalance)]
        if (cash !== undefined && bonus !== undefined) view?.game.purse.set({ cash, bonus })
      },
      pause: ({ paused }) => {
        sounds.isPaused = paused
        view?.game.setPaused(paused)
      },
    },
  )
  bridge.start()

  const [{ default: art }, init] = await Promise.all([look.art(), begun])
  const [images, texts] = await Promise.all([loadDrawings(art.drawings), loadTexts(init.language)])
  const api = new GameApi(
    {
      fetch: (input, options) => fetch(input, options),
      language: () => view?.game.language ?? init.language,
      onOffline: (isOffline) => view?.game.setOffline(isOffline),
      ticket: () => {
        if (ticket !== null) {
          const fresh = ticket
          ticket = null
          return Promise.resolve(fresh)
        }
        return new Promise((resolve) => {
          waiting.push(resolve)
          bridge.say('ready')
        })
      },
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    code,
    query.get('api') ?? location.origin,
  )
  const tools = { sounds, coins, isStill }
  const stage = new BoardStage(canvas, slotThemes[code], look.accent, images, tools, look.stops)
  const game = new SlotStore(code, api, stage, { needDeposit: () => bridge.say('needDeposit') })
  view = new View(
    texts,
    game,
    art.drawings,
    sounds,
    {
      openSupport: () => bridge.say('openSupport'),
      exit: () => bridge.say('exit'),
      needDeposit: () => bridge.say('needDeposit'),
    },
    isStill,
  )
  await speak(view, init.language)
  view.setSound(init.sound)
  mount(view, look.title, svgUrl(art.scene), canvas, coins)
  listenToKeys(game)
  await game.load()
}

async function speak(view: View, language: Init['language']): Promise<void> {
  const texts = await loadTexts(language)
  document.documentElement.lang = languages[language].locale
  runInAction(() => {
    view.game.speak(language)
    view.setTexts(texts)
  })
}

function mount(view: View, title: string, scene: string, reels: HTMLCanvasElement, coins: Coins): void {
  const [paytable, auto, history] = [createPaytable(view), createAutoSheet(view), createHistory(view)]
  const picture = h('img', { class: 'scene', attrs: { src: scene, alt: '' } })
  const page = h(
    'main',
    { class: 'slot' },
    picture,
    createMast(view, title),
    createMachine(view, reels),
    createMeter(view),
    createTrouble(view),
    createPanel(view, { paytable: paytable.open, auto: auto.open, history: history.open }),
    coins.canvas,
    createResult(view),
    paytable.element,
    auto.element,
    history.element,
  )
  document.title = title
  document.getElementById('game')?.replaceChildren(page)
}

/** Space spins and stops, wherever the focus is, but for fields, buttons and sheets, which have it themselves. */
function listenToKeys(game: SlotStore): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (target instanceof Element && target.closest('input, button, summary, dialog')) return
    event.preventDefault()
    game.press()
  })
}
