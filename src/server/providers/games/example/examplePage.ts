/**
 * The example provider's game: a page, a script and a style sheet that use none of our code, as if written by a
 * third party. Uses the frame protocol (contract/games/frame.ts) and calls two routes of its own server.
 */
export const examplePage = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Cara ou Coroa</title>
    <link rel="stylesheet" href="game.css" />
    <script src="game.js" defer></script>
  </head>
  <body>
    <main>
      <h1 id="title">Cara ou Coroa</h1>
      <div id="coin" aria-hidden="true"></div>
      <p id="result" role="status">…</p>
      <div class="sides">
        <button type="button" data-pick="heads" disabled>Cara</button>
        <button type="button" data-pick="tails" disabled>Coroa</button>
      </div>
      <p id="notice" role="alert"></p>
      <button type="button" id="exit">Sair</button>
    </main>
  </body>
</html>
`

export const exampleStyle = `
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #101c2b; color: #f2f6fa;
  font: 16px/1.4 system-ui, sans-serif; }
main { width: min(100%, 24rem); padding: 1.5rem; display: grid; gap: 1rem; justify-items: center; text-align: center; }
h1 { margin: 0; font-size: 1.5rem; }
#coin { width: 8rem; height: 8rem; border-radius: 50%; border: 0.5rem solid #a87b13;
  background: radial-gradient(circle at 35% 30%, #ffe9a6, #e3b23c 60%, #b98518); }
#coin[data-side='tails'] { filter: hue-rotate(150deg) saturate(0.5); }
.sides { display: flex; gap: 0.75rem; width: 100%; }
button { min-height: 3rem; padding: 0 1.25rem; border: 0; border-radius: 0.75rem; font: inherit; font-weight: 700;
  background: #2c435c; color: inherit; cursor: pointer; }
.sides button { flex: 1; background: #ffd166; color: #201600; }
button:disabled { opacity: 0.5; cursor: default; }
button:focus-visible { outline: 3px solid #fff; outline-offset: 2px; }
#notice:empty { display: none; }
`

export const exampleScript = `'use strict'
const texts = {
  pt: { title: 'Cara ou Coroa', heads: 'Cara', tails: 'Coroa', exit: 'Sair', pick: 'Escolha um lado: R$ 1,00 a jogada', won: 'Deu {side}: você ganhou!', lost: 'Deu {side}: não foi desta vez.', failed: 'Não deu certo. Tente de novo.' },
  en: { title: 'Heads or Tails', heads: 'Heads', tails: 'Tails', exit: 'Leave', pick: 'Pick a side: R$ 1.00 a toss', won: '{side}: you won!', lost: '{side}: not this time.', failed: 'That failed. Try again.' },
}
const query = new URLSearchParams(location.search)
const say = (query.get('lang') || '').startsWith('pt') ? texts.pt : texts.en
const at = (id) => document.getElementById(id)
const sides = [...document.querySelectorAll('[data-pick]')]
let host = '*'
let session = ''
let paused = false

at('title').textContent = document.title = say.title
at('exit').textContent = say.exit
for (const button of sides) button.textContent = say[button.dataset.pick]

const post = (type) => parent.postMessage({ source: 'palpite', type }, host)
const enable = (on) => { for (const button of sides) button.disabled = !on || paused || !session }

async function ask(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: query.get('lang') || 'pt_BR' },
    body: JSON.stringify(body),
  })
  const { status, message, data } = await answer.json()
  if (answer.ok) return data
  if (answer.status === 401) { session = ''; post('ready') }
  if (status === 9999) post('needDeposit')
  throw new Error(message)
}

async function enter(ticket) {
  const data = await ask('enter', { ticket, game: query.get('game') })
  session = data.session
  at('result').textContent = say.pick
  enable(true)
}

async function toss(pick) {
  enable(false)
  try {
    const data = await ask('toss', { session, pick, amount: 100 })
    at('coin').dataset.side = data.side
    at('result').textContent = (data.payout > 0 ? say.won : say.lost).replace('{side}', say[data.side])
  } catch (error) {
    at('result').textContent = error.message || say.failed
  }
  enable(true)
}

addEventListener('message', (event) => {
  const data = event.data
  if (event.source !== parent || typeof data !== 'object' || data === null || data.source !== 'palpite') return
  if (host !== '*' && event.origin !== host) return
  if (data.type === 'init' && typeof data.ticket === 'string') {
    host = event.origin
    enter(data.ticket).catch((error) => { at('result').textContent = error.message || say.failed })
  }
  if (data.type === 'notice') at('notice').textContent = String(data.text)
  if (data.type === 'pause') { paused = data.paused === true; enable(true) }
})
for (const button of sides) button.addEventListener('click', () => toss(button.dataset.pick))
at('exit').addEventListener('click', () => post('exit'))
post('ready')
`
