/**
 * The page of the peer's game: it knows nothing of the frame protocol, as most games do not. Some of them lead back in their
 * frame, some in the whole window.
 */
export const gamePage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Peer wheel</title><script src="/game.js" defer></script></head>
  <body>
    <h1>Peer wheel</h1>
    <p id="balance" role="status"></p>
    <button id="win">Win</button>
    <button id="lose">Lose</button>
    <a class="lobby">Lobby</a>
    <a class="lobby" target="_top">Leave</a>
  </body>
</html>
`

export const gameScript = `'use strict'
const query = new URLSearchParams(location.search)
const at = (id) => document.getElementById(id)
for (const link of document.querySelectorAll('.lobby')) link.href = query.get('lobby')
const spin = async (wins) => {
  const response = await fetch('/spin', {
    method: 'POST',
    body: JSON.stringify({ launch: Number(query.get('launch')), units: 100000, wins }),
  })
  const { status, balance } = await response.json()
  at('balance').textContent = status + ' ' + balance
}
at('win').addEventListener('click', () => spin(250000))
at('lose').addEventListener('click', () => spin(0))
`
