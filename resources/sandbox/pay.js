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
  // The width of the page depends on it (pay.css).
  page.dataset.state = state
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

async function call(path, method, body) {
  const headers = { lang: words.language, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(path, {
    method,
    headers,
    cache: 'no-store',
    ...(body && { body: JSON.stringify(body) }),
  })
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

const tabs = [...document.querySelectorAll('[role=tab]')]

function select(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen
  }
  say('')
}

/** Arrow keys, Home and End move between the tabs. */
function moveTab(event) {
  const at = tabs.indexOf(event.currentTarget)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const tab = tabs.at(next % tabs.length)
  select(tab)
  tab.focus()
}

const cardForm = document.getElementById('card-form')
const codeForm = document.getElementById('code-form')
const result = document.getElementById('card-result')
const plain = (text) => text.replace(/[\s-]/g, '')

/** The last digit of a card number is computed from the others (ISO/IEC 7812-1). */
function isCardNumber(text) {
  if (!/^\d{12,19}$/.test(text)) return false
  let sum = 0
  for (const [index, digit] of [...text].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const checks = {
  number: (text) => (isCardNumber(plain(text)) ? '' : words.wrongNumber),
  name: (text) => (text.trim().length >= 2 ? '' : words.wrongName),
  expiry: (text) => (/^(0[1-9]|1[0-2])\/?\d{2}$/.test(plain(text)) ? '' : words.wrongExpiry),
  cvv: (text) => (/^\d{3,4}$/.test(text) ? '' : words.wrongCvv),
  code: (text) => (text.trim() === '' ? words.wrongCode : ''),
}

function mark(input, text) {
  document.getElementById(`${input.id}-error`).textContent = text
  if (text === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

/** Marks the fields that cannot be right and goes to the first; whether there was none. */
function isFilledIn(form) {
  const inputs = [...form.querySelectorAll('input')]
  for (const input of inputs) mark(input, checks[input.name](input.value))
  const wrong = inputs.find((input) => input.hasAttribute('aria-invalid'))
  wrong?.focus()
  return wrong === undefined
}

/** While something is typed at the end; a change in the middle leaves the cursor where it is. */
function group(input) {
  if (input.selectionStart !== input.value.length) return
  const typed = plain(input.value)
  if (input.name === 'number') input.value = typed.replace(/(.{4})(?=.)/g, '$1 ')
  if (input.name === 'expiry') input.value = typed.replace(/^(\d{2})\/?(?=\d)/, '$1/')
}

/** Sends a form once at a time and returns the result, or undefined when there is none. */
async function submit(form, path, body) {
  const pressed = [...form.querySelectorAll('button')]
  for (const button of pressed) button.disabled = true
  form.setAttribute('aria-busy', 'true')
  say('')
  try {
    const { ok, message, data } = await call(`${words.actionUrl}/${path}`, 'POST', body)
    if (ok) return data.result
    say(message || words.refused)
    await poll()
  } catch {
    say(words.offline)
  } finally {
    for (const button of pressed) button.disabled = false
    form.removeAttribute('aria-busy')
  }
  return undefined
}

/** Back to the card, with what happened; what was typed stays, except for the CVV. */
function askForCard(text, name = 'number') {
  codeForm.hidden = true
  codeForm.reset()
  cardForm.hidden = false
  cardForm.elements.cvv.value = ''
  result.textContent = text
  cardForm.elements[name].focus()
}

async function payByCard() {
  result.textContent = ''
  if (!isFilledIn(cardForm)) return
  const card = Object.fromEntries(new FormData(cardForm))
  const answer = await submit(cardForm, 'card', card)
  if (answer === 'paid') show('paid')
  if (answer === 'declined') askForCard(words.cardDeclined)
  if (answer === 'expired') askForCard(words.cardExpired, 'expiry')
  if (answer === 'notTest') askForCard(words.cardNotTest)
  if (answer === 'challenge') {
    cardForm.hidden = true
    codeForm.hidden = false
    codeForm.elements.code.focus()
  }
}

async function confirmCode() {
  if (!isFilledIn(codeForm)) return
  const answer = await submit(codeForm, 'code', Object.fromEntries(new FormData(codeForm)))
  if (answer === 'paid') show('paid')
  if (answer === 'declined') askForCard(words.cardDeclined)
  if (answer === 'wrongCode') {
    mark(codeForm.elements.code, words.wrongCode)
    codeForm.elements.code.select()
  }
}

for (const tab of tabs) {
  tab.addEventListener('click', () => select(tab))
  tab.addEventListener('keydown', moveTab)
}
for (const [form, send] of [
  [cardForm, payByCard],
  [codeForm, confirmCode],
]) {
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  form?.addEventListener('input', ({ target }) => {
    group(target)
    if (target.hasAttribute('aria-invalid')) mark(target, checks[target.name](target.value))
  })
}
document.getElementById('other-card')?.addEventListener('click', () => askForCard(''))

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
