// The payment page. The server pushes its state; while it cannot, the page asks.

const pollMs = 2_000
/** Long enough to read; in the product's frame the page is gone before. */
const returnMs = 1_500
const soonMs = 60_000

const page = document.querySelector('main')
const open = document.getElementById('open')
const status = document.getElementById('status')
const left = document.getElementById('left')
const code = document.getElementById('code')
const buttons = [...document.querySelectorAll('button[data-action]')]
const words = page.dataset

let expiresAt = Date.parse(words.expires)
/** The provider's clock, which the sandbox may have moved, less this device's. */
let ahead = Date.parse(words.now) - Date.now()
let state = words.state

function say(text) {
  status.textContent = text
}

function tick() {
  if (state !== 'pending') return
  const ms = Math.max(0, expiresAt - Date.now() - ahead)
  const seconds = Math.ceil(ms / 1000)
  const text = [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
  if (left.textContent !== text) left.textContent = text
  left.parentElement.classList.toggle('soon', ms < soonMs)
  if (ms === 0) void poll()
}

function show(next) {
  if (next === state) return
  state = next
  if (state === 'pending') return
  clearInterval(ticking)
  clearInterval(polling)
  events?.close()
  open.hidden = true
  const end = document.getElementById(state)
  end.hidden = false
  end.querySelector('h1').focus()
  finish()
}

/** Back to the product; inside its frame it stays, because the product takes the frame away itself. */
function finish() {
  if (state !== 'paid' || window.top !== window) return
  setTimeout(() => location.assign(words.return), returnMs)
}

async function call(path, method) {
  const answer = await fetch(path, { method, headers: { lang: words.language }, cache: 'no-store' })
  const envelope = await answer.json()
  return { ok: answer.ok, message: envelope.message, data: envelope.data }
}

/** What the server says of the payment. */
function apply(news) {
  ahead = Date.parse(news.now) - Date.now()
  expiresAt = Date.parse(news.expiresAt)
  if (status.textContent === words.offline) say('')
  show(news.state)
}

let asking = false
async function poll() {
  if (asking || state !== 'pending') return
  asking = true
  try {
    const { ok, data } = await call(words.stateUrl, 'GET')
    if (ok) apply(data)
  } catch {
    say(words.offline)
  } finally {
    asking = false
  }
}

let events
/** Whether the server pushes at present: a stream that breaks connects again by itself. */
let isPushed = false
function listen() {
  if (state !== 'pending') return
  events = new EventSource(words.eventsUrl)
  events.onmessage = ({ data }) => {
    isPushed = true
    apply(JSON.parse(data))
  }
  events.onerror = () => {
    isPushed = false
    void poll()
  }
}

async function settle(action) {
  for (const button of buttons) button.disabled = true
  try {
    const { ok, message, data } = await call(`${words.actionUrl}/${action}`, 'POST')
    if (ok) show(data.state)
    else {
      say(message || words.refused)
      await poll()
    }
  } catch {
    say(words.offline)
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

async function copy() {
  let done = false
  try {
    await navigator.clipboard.writeText(code.value)
    done = true
  } catch {
    // No clipboard API here (plain http, or a frame that may not): the old way.
    code.select()
    done = document.execCommand('copy')
  }
  say(done ? words.copied : words.copyFailed)
}

// A frame may not move the product's page, and need not.
if (window.top !== window) for (const link of document.querySelectorAll('a.button')) link.hidden = true
for (const button of buttons) button.addEventListener('click', () => void settle(button.dataset.action))
document.getElementById('copy')?.addEventListener('click', () => void copy())
document.addEventListener('visibilitychange', () => void poll())
const ticking = setInterval(tick, 250)
const polling = setInterval(() => {
  if (!isPushed) void poll()
}, pollMs)
listen()
tick()
finish()
