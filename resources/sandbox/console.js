/** The operator console: shows what /sandbox/api tells, every three seconds, and presses its buttons. */

const dictionaries = {
  pt: {
    nav: 'Seções',
    players: 'Jogadores',
    orders: 'Depósitos',
    withdrawals: 'Retiradas',
    chats: 'Atendimento',
    answer: 'Resposta',
    send: 'Responder',
    openChat: 'Abrir conversa',
    player: 'Jogador',
    support: 'Atendimento',
    outbox: 'E-mails',
    captchas: 'Captchas',
    clock: 'Relógio',
    faults: 'Falhas',
    reset: 'Recomeçar',
    username: 'E-mail',
    password: 'Senha',
    balance: 'Saldo (R$)',
    bonus: 'Bônus (R$)',
    level: 'Nível VIP',
    verified: 'Verificado',
    testAccount: 'Conta de teste',
    create: 'Criar jogador',
    captchaImage: 'Imagem',
    captchaWidget: 'Prova de trabalho',
    realTime: 'Hora real',
    delay: 'Atraso (ms)',
    failRate: 'Falham (0 a 1)',
    httpStatus: 'Status HTTP',
    count: 'Quantas chamadas',
    onlyPlayer: 'Só este jogador',
    dropSockets: 'Derrubar conexões',
    apply: 'Aplicar',
    endFaults: 'Sem falhas',
    resetNow: 'Esvaziar o banco de dados',
    resetText: 'Apaga jogadores, dinheiro e histórico, e começa com os pacotes e jogos iniciais.',
    resetAsk: 'Apagar tudo e recomeçar?',
    pay: 'Pagar',
    cancel: 'Cancelar',
    fail: 'Falhar',
    expire: 'Vencer',
    approve: 'Aprovar',
    refuse: 'Recusar',
    refusalReason: 'Motivo da recusa',
    refusalMissing: 'Escolha o motivo da recusa: o jogador o lê na língua dele.',
    refusals: {
      notOwnKey: 'A chave não é do CPF do jogador',
      identityUnconfirmed: 'Identidade não confirmada',
      detailsRejected: 'Dados errados ou recusa do banco',
      turnoverOpen: 'Rollover em aberto',
      misuseSuspected: 'Suspeita de uso indevido',
      other: 'Outro',
    },
    link: 'Link de acesso',
    notice: 'Enviar aviso',
    noticeAsk: 'Texto do aviso para este jogador:',
    done: 'Feito.',
    none: 'Nada por aqui ainda.',
    ahead: 'Adiantado em',
    real: 'Igual à hora real',
    noFaults: 'Nenhuma falha ativa.',
    offline: 'O servidor não respondeu.',
    '00': 'Pendente',
    10: 'Pago',
    '01': 'Cancelado',
    '-01': 'Falhou',
    vip: 'VIP',
    fee: 'Taxa',
    terminals: 'Totens',
    vouchers: 'Vales',
    voucherAmount: 'Valor (R$)',
    voucherHours: 'Válido por (horas)',
    issue: 'Emitir',
    print: 'Imprimir',
    voucherOnce: 'O código só aparece agora: imprima ou anote.',
    validUntil: 'Válido até',
    void: 'Cancelar vale',
    voidAsk: 'Cancelar este vale? O código deixa de valer.',
    voucherStates: { open: 'em aberto', redeemed: 'resgatado', expired: 'expirado', void: 'cancelado' },
    terminalName: 'Nome do totem',
    createTerminal: 'Criar totem',
    enrolmentCode: 'Código',
    newCode: 'Novo código',
    restart: 'Reiniciar',
    outOfService: 'Tirar de serviço',
    inService: 'Pôr em serviço',
    revoke: 'Revogar',
    revokeAsk: 'Revogar este totem? Ele só volta com um novo código.',
    new: 'Sem chave',
    online: 'Ligado',
    offlineTerminal: 'Sem contato',
    revoked: 'Revogado',
    isOutOfService: 'Fora de serviço',
    pending: 'Ordens a caminho',
    lastError: 'Último erro',
    screenshot: 'Captura de tela',
    crashes: 'Falhas',
    settings: 'Ajustes',
    settingsOf: 'Ajustes de',
    scale: 'Escala (fit, ou 0,5 a 5)',
    hideCursor: 'Ponteiro do mouse',
    hidden: 'Oculto',
    visible: 'Visível',
    language: 'Idioma',
    idleSeconds: 'Perguntar após (s)',
    idleAnswerSeconds: 'Responder em (s)',
    own: 'Sem ajuste',
    save: 'Salvar',
  },
  en: {
    nav: 'Sections',
    players: 'Players',
    orders: 'Deposits',
    withdrawals: 'Withdrawals',
    chats: 'Support chat',
    answer: 'Answer',
    send: 'Answer',
    openChat: 'Open conversation',
    player: 'Player',
    support: 'Support',
    outbox: 'E-mails',
    captchas: 'Captchas',
    clock: 'Clock',
    faults: 'Faults',
    reset: 'Start over',
    username: 'E-mail',
    password: 'Password',
    balance: 'Balance (R$)',
    bonus: 'Bonus (R$)',
    level: 'VIP level',
    verified: 'Verified',
    testAccount: 'Test account',
    create: 'Create player',
    captchaImage: 'Picture',
    captchaWidget: 'Proof of work',
    realTime: 'Real time',
    delay: 'Delay (ms)',
    failRate: 'Share that fails (0-1)',
    httpStatus: 'HTTP status',
    count: 'How many calls',
    onlyPlayer: 'Only this player',
    dropSockets: 'Drop connections',
    apply: 'Apply',
    endFaults: 'No faults',
    resetNow: 'Empty the database',
    resetText: 'Deletes players, money and history, and begins with the first packages and games.',
    resetAsk: 'Delete everything and start over?',
    pay: 'Pay',
    cancel: 'Cancel',
    fail: 'Fail',
    expire: 'Expire',
    approve: 'Approve',
    refuse: 'Refuse',
    refusalReason: 'Reason for the refusal',
    refusalMissing: 'Choose the reason for the refusal: the player reads it in their language.',
    refusals: {
      notOwnKey: "The key is not of the player's CPF",
      identityUnconfirmed: 'Identity not confirmed',
      detailsRejected: 'Details wrong, or refused by the bank',
      turnoverOpen: 'Turnover still open',
      misuseSuspected: 'Suspected misuse',
      other: 'Other',
    },
    link: 'Login link',
    notice: 'Send notice',
    noticeAsk: 'Text of the notice for this player:',
    done: 'Done.',
    none: 'Nothing here yet.',
    ahead: 'Ahead by',
    real: 'Same as real time',
    noFaults: 'No faults.',
    offline: 'The server did not answer.',
    '00': 'Pending',
    10: 'Paid',
    '01': 'Cancelled',
    '-01': 'Failed',
    vip: 'VIP',
    fee: 'Fee',
    terminals: 'Terminals',
    vouchers: 'Vouchers',
    voucherAmount: 'Amount (R$)',
    voucherHours: 'Valid for (hours)',
    issue: 'Issue',
    print: 'Print',
    voucherOnce: 'The code is shown only now: print it or write it down.',
    validUntil: 'Valid until',
    void: 'Void voucher',
    voidAsk: 'Void this voucher? Its code will no longer be accepted.',
    voucherStates: { open: 'open', redeemed: 'redeemed', expired: 'expired', void: 'void' },
    terminalName: 'Name of the terminal',
    createTerminal: 'Create terminal',
    enrolmentCode: 'Code',
    newCode: 'New code',
    restart: 'Restart',
    outOfService: 'Take out of service',
    inService: 'Put in service',
    revoke: 'Revoke',
    revokeAsk: 'Revoke this terminal? It only comes back with a new code.',
    new: 'No key yet',
    online: 'Online',
    offlineTerminal: 'No contact',
    revoked: 'Revoked',
    isOutOfService: 'Out of service',
    pending: 'Orders on their way',
    lastError: 'Last error',
    screenshot: 'Screenshot',
    crashes: 'Crashes',
    settings: 'Settings',
    settingsOf: 'Settings of',
    scale: 'Scale (fit, or 0.5 to 5)',
    hideCursor: 'Mouse pointer',
    hidden: 'Hidden',
    visible: 'Visible',
    language: 'Language',
    idleSeconds: 'Ask after (s)',
    idleAnswerSeconds: 'Answer within (s)',
    own: 'Unchanged',
    save: 'Save',
  },
}

const portuguese = !/^en\b/i.test(navigator.language)
const words = portuguese ? dictionaries.pt : dictionaries.en
const locale = portuguese ? 'pt-BR' : 'en-US'
const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' })
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' })

const byId = (id) => document.getElementById(id)
const listOf = (name) => document.querySelector(`[data-list="${name}"]`)

/** One call; shows what went wrong and answers undefined then. */
async function call(method, path, body) {
  try {
    const answer = await fetch(`/sandbox/api/${path}`, {
      method,
      headers: {
        lang: portuguese ? 'pt_BR' : 'en_US',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const envelope = await answer.json()
    if (answer.ok) return { data: envelope.data }
    say(envelope.message || String(answer.status), true)
  } catch {
    say(words.offline, true)
  }
  return undefined
}

/** A call that changes something: says so, and shows the new state. */
async function act(method, path, body = {}) {
  const answer = await call(method, path, body)
  if (answer) say(words.done)
  await refresh()
  return answer
}

let silence
function say(text, bad = false) {
  const status = byId('status')
  status.textContent = text
  status.classList.toggle('bad', bad)
  clearTimeout(silence)
  silence = setTimeout(() => (status.textContent = ''), bad ? 6000 : 2500)
}

function element(tag, className, ...children) {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.append(...children)
  return node
}

function button(text, run, className) {
  const node = element('button', className ?? '', text)
  node.type = 'button'
  node.addEventListener('click', run)
  return node
}

function line(...children) {
  return element('p', '', ...children)
}

const span = (className, text) => element('span', className, text)
const bold = (text) => element('b', '', text)
const path = (text) => encodeURIComponent(text)

/** The reason chosen for each withdrawal: it stays when the list is drawn anew. */
const chosenReasons = new Map()

/** The reason, which must be chosen, and the button that refuses the withdrawal. */
function refusalControls(orderId) {
  const reason = element('select', '', new Option(words.refusalReason, ''))
  reason.setAttribute('aria-label', words.refusalReason)
  for (const [code, text] of Object.entries(words.refusals)) reason.append(new Option(text, code))
  reason.value = chosenReasons.get(orderId) ?? ''
  reason.addEventListener('change', () => chosenReasons.set(orderId, reason.value))
  const refuse = button(words.refuse, () => {
    if (reason.value) return act('POST', `withdrawals/${path(orderId)}/refuse`, { reason: reason.value })
    say(words.refusalMissing, true)
    reason.focus()
  })
  return [reason, refuse]
}

const views = {
  players: (player) => [
    line(
      bold(player.username),
      span('money', money.format(player.balance)),
      span('code', money.format(player.freeBalance)),
      span('', `${words.vip} ${player.level}`),
      ...(player.kyc ? [span('quiet', words.verified)] : []),
      ...(player.testFlag === '1' ? [span('quiet', words.testAccount)] : []),
    ),
    element(
      'div',
      'row',
      button(words.link, () => showLink(player.username)),
      button(words.openChat, () => openChat(player.username)),
      button(words.notice, () => sendNotice(player.username)),
    ),
  ],
  orders: (order) => [
    line(
      bold(order.username),
      span('money', money.format(order.amount)),
      span('', words[order.status] ?? order.status),
    ),
    line(span('quiet', moment.format(new Date(order.createdTime)))),
    element(
      'div',
      'row',
      ...['pay', 'cancel', 'fail', 'expire'].map((action) =>
        button(
          words[action],
          () => act('POST', `orders/${path(order.orderId)}/${action}`),
          action === 'pay' && order.status === '00' ? 'primary' : '',
        ),
      ),
    ),
  ],
  withdrawals: (one) => [
    line(bold(one.username), span('money', money.format(one.amount)), span('', `${one.type} ${one.key}`)),
    line(span('quiet', `${words.fee} ${money.format(one.fee)} · ${moment.format(new Date(one.time))}`)),
    element(
      'div',
      'row',
      button(words.approve, () => act('POST', `withdrawals/${path(one.orderId)}/approve`), 'primary'),
      ...refusalControls(one.orderId),
    ),
  ],
  chats: (chat) => [
    line(
      bold(chat.username),
      ...(chat.unread > 0 ? [span('count', String(chat.unread))] : []),
      span('quiet', moment.format(new Date(chat.time))),
    ),
    line(span('quiet', `${words[chat.last.from]}: ${chat.last.text.slice(0, 120)}`)),
    element(
      'div',
      'row',
      button(words.openChat, () => openChat(chat.username), chat.unread > 0 ? 'primary' : ''),
    ),
  ],
  outbox: (mail) => [
    line(
      bold(mail.to),
      ...(mail.code ? [span('code', mail.code)] : []),
      span('quiet', moment.format(new Date(mail.sentAt))),
    ),
    line(mail.subject),
    element('pre', '', mail.text),
  ],
  terminals: (terminal) => [
    line(
      bold(terminal.name),
      span(
        terminal.state === 'online' ? 'money' : 'quiet',
        terminal.state === 'offline' ? words.offlineTerminal : words[terminal.state],
      ),
      ...(terminal.inService ? [] : [span('code', words.isOutOfService)]),
      ...(terminal.state === 'online' && !terminal.isUpToDate ? [span('quiet', words.pending)] : []),
    ),
    ...(terminal.health
      ? [
          line(
            span('quiet', `Palpite ${terminal.health.version} · Electron ${terminal.health.runtime}`),
            span('quiet', moment.format(new Date(terminal.lastSeenAt))),
          ),
        ]
      : []),
    ...(terminal.health?.lastError
      ? [line(span('quiet', `${words.lastError}: ${terminal.health.lastError}`))]
      : []),
    ...(terminal.crashes.length > 0 ? [crashesOf(terminal)] : []),
    ...(terminal.screenshotAt ? [screenshotOf(terminal)] : []),
    element(
      'div',
      'row',
      ...(terminal.state === 'online' || terminal.state === 'offline'
        ? [
            button(words.restart, () =>
              act('POST', `terminals/${path(terminal.id)}`, { command: 'restart' }),
            ),
            terminal.inService
              ? button(words.outOfService, () =>
                  act('POST', `terminals/${path(terminal.id)}`, { command: 'outOfService' }),
                )
              : button(
                  words.inService,
                  () => act('POST', `terminals/${path(terminal.id)}`, { command: 'inService' }),
                  'primary',
                ),
            button(words.screenshot, () =>
              act('POST', `terminals/${path(terminal.id)}`, { command: 'screenshot' }),
            ),
            button(words.settings, () => editSettings(terminal)),
            button(words.revoke, () => revoke(terminal), 'danger'),
          ]
        : []),
      button(words.newCode, async () => {
        const answer = await act('POST', `terminals/${path(terminal.id)}/code`)
        if (answer) showCode(answer.data)
      }),
    ),
  ],
  vouchers: (voucher) => [
    line(
      bold(money.format(voucher.amount)),
      span(voucher.state === 'open' ? 'money' : 'quiet', words.voucherStates[voucher.state]),
      span('quiet', `${words.validUntil} ${moment.format(new Date(voucher.expiresAt))}`),
      ...(voucher.state === 'open' ? [button(words.void, () => voidVoucher(voucher), 'danger')] : []),
    ),
  ],
  captchas: (captcha) => [line(bold(captcha.codeId), span('code', captcha.answer))],
}

const sources = {
  players: 'users',
  orders: 'orders',
  withdrawals: 'withdrawals',
  chats: 'chats',
  outbox: 'outbox',
  captchas: 'captchas',
  terminals: 'terminals',
  vouchers: 'vouchers',
}

/** Fields of the settings form; the same keys as `RemoteConfig` of the contract. */
const remoteSettings = ['scale', 'hideCursor', 'language', 'idleSeconds', 'idleAnswerSeconds']

const shown = new Map()

/** Draws a list only when it changed, so that a button does not vanish under the finger. */
function draw(name, items) {
  const text = JSON.stringify(items)
  if (shown.get(name) === text) return
  shown.set(name, text)
  const nodes = items.map((item) => element('div', 'item', ...views[name](item)))
  listOf(name).replaceChildren(...(nodes.length > 0 ? nodes : [element('p', 'empty', words.none)]))
}

async function refresh() {
  for (const [name, source] of Object.entries(sources)) {
    const answer = await call('GET', source)
    if (!answer) return
    draw(name, name === 'captchas' ? answer.data.list : answer.data)
    if (name === 'captchas') pressCaptchaKind(answer.data.kind)
  }
  await refreshChat()
  const clock = await call('GET', 'clock')
  if (clock) showClock(clock.data)
  const faults = await call('GET', 'faults')
  if (faults) {
    byId('faultsNow').textContent =
      Object.keys(faults.data).length > 0 ? JSON.stringify(faults.data) : words.noFaults
  }
}

/** Whose conversation is open. */
let chatWith

async function openChat(username) {
  chatWith = username
  shown.delete('chat')
  byId('chat').hidden = false
  byId('chatWith').textContent = username
  byId('chatLines').replaceChildren()
  await refreshChat()
  byId('chatForm').elements.text.focus()
}

/** The open conversation's last page; looking at it says that the support has seen it. */
async function refreshChat() {
  if (chatWith === undefined) return
  const username = chatWith
  const answer = await call('GET', `chats/${path(username)}`)
  if (!answer || username !== chatWith) return
  const text = JSON.stringify(answer.data.list)
  if (shown.get('chat') === text) return
  shown.set('chat', text)
  const lines = byId('chatLines')
  lines.replaceChildren(
    ...answer.data.list.map((message) =>
      element(
        'li',
        message.from,
        span('who', `${words[message.from]} · ${moment.format(new Date(message.time))}`),
        span('said', message.text),
      ),
    ),
  )
  lines.scrollTop = lines.scrollHeight
}

async function answerChat(form) {
  const answer = await call('POST', `chats/${path(chatWith)}`, { text: form.elements.text.value })
  if (answer) form.reset()
  await refreshChat()
}

function showCode({ code, expiresAt }) {
  byId('terminalCode').textContent = `${words.enrolmentCode}: ${code} · ${moment.format(new Date(expiresAt))}`
}

/** Downloads of the newest crash reports. */
function crashesOf(terminal) {
  const links = terminal.crashes.map(({ id, crashedAt, version }) => {
    const link = element('a', 'quiet', `${moment.format(new Date(crashedAt))} (${version})`)
    link.href = `/sandbox/api/crashes/${path(id)}`
    return link
  })
  return line(span('quiet', `${words.crashes}:`), ...links)
}

function screenshotOf(terminal) {
  const time = moment.format(new Date(terminal.screenshotAt))
  const image = element('img', 'screenshot')
  image.src = `/sandbox/api/terminals/${path(terminal.id)}/screenshot?${Date.parse(terminal.screenshotAt)}`
  image.alt = `${words.screenshot}, ${terminal.name}, ${time}`
  return element('figure', '', image, element('figcaption', 'quiet', time))
}

/** Whose settings are open. */
let edited

function editSettings(terminal) {
  edited = terminal.id
  byId('terminalSettings').hidden = false
  byId('settingsOf').textContent = `${words.settingsOf} ${terminal.name}`
  const { elements } = byId('settingsForm')
  for (const name of remoteSettings) elements[name].value = String(terminal.config[name] ?? '')
  elements.scale.focus()
}

async function saveSettings(form) {
  const values = valuesOf(form, ['idleSeconds', 'idleAnswerSeconds'])
  if (values.scale !== undefined && values.scale !== 'fit')
    values.scale = Number(values.scale.replace(',', '.'))
  if (values.hideCursor !== undefined) values.hideCursor = values.hideCursor === 'true'
  const answer = await act('POST', `terminals/${path(edited)}`, { command: 'configure', config: values })
  if (answer) byId('terminalSettings').hidden = true
}

/** The only moment in which the code is known. */
function showVoucher({ amount, code, expiresAt, qr }) {
  const picture = element('img', '')
  picture.src = qr
  picture.alt = code
  byId('voucherPaper').replaceChildren(
    line(bold(`Palpite · ${money.format(amount)}`)),
    picture,
    line(span('code', code)),
    line(span('quiet', `${words.validUntil} ${moment.format(new Date(expiresAt))}`)),
    line(span('quiet', words.voucherOnce)),
    button(words.print, () => print()),
  )
}

function voidVoucher(voucher) {
  if (confirm(words.voidAsk)) void act('POST', `vouchers/${path(voucher.id)}/void`)
}

function revoke(terminal) {
  if (confirm(words.revokeAsk)) void act('POST', `terminals/${path(terminal.id)}`, { command: 'revoke' })
}

function pressCaptchaKind(kind) {
  for (const node of document.querySelectorAll('[data-captcha]')) {
    node.setAttribute('aria-pressed', String(node.dataset.captcha === kind))
  }
}

function showClock({ now, offsetMs }) {
  const text = moment.format(new Date(now))
  byId('now').textContent = text
  byId('clockNow').textContent = text
  const hours = Math.round(offsetMs / 36_000) / 100
  byId('clockOffset').textContent = Math.abs(offsetMs) < 1000 ? words.real : `${words.ahead} ${hours} h`
}

async function showLink(username) {
  const answer = await call('POST', 'links', { username })
  if (!answer) return
  const link = element('a', 'code', answer.data.url)
  link.href = `/zgo${answer.data.token}`
  link.target = '_blank'
  clearTimeout(silence)
  byId('status').classList.remove('bad')
  byId('status').replaceChildren(link)
}

/** Shows a text at the top of the player's page and in the game, for as long as the player leaves it open. */
function sendNotice(username) {
  const text = prompt(words.noticeAsk)?.trim()
  if (text) void act('POST', `events/${path(username)}`, { event: 'notice', payload: { text } })
}

/** The filled fields of a form, numbers as numbers. */
function valuesOf(form, numbers) {
  const values = {}
  for (const field of form.elements) {
    if (field.type === 'checkbox') values[field.name] = field.checked
    else if (field.name && field.value.trim() !== '') {
      values[field.name] = numbers.includes(field.name)
        ? Number(field.value.replace(',', '.'))
        : field.value.trim()
    }
  }
  return values
}

function start() {
  document.documentElement.lang = locale
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = words[node.dataset.text]
  document.querySelector('nav').setAttribute('aria-label', words.nav)
  for (const node of document.querySelectorAll('[data-name]')) {
    node.setAttribute('aria-label', words[node.dataset.name])
  }

  byId('newPlayer').addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const answer = await act('POST', 'users', valuesOf(form, ['balance', 'freeBalance', 'level']))
    if (answer) form.elements.username.value = ''
  })
  byId('newTerminal').addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const answer = await act('POST', 'terminals', valuesOf(form, []))
    if (!answer) return
    form.reset()
    showCode(answer.data)
  })
  byId('settingsForm').addEventListener('submit', (event) => {
    event.preventDefault()
    void saveSettings(event.currentTarget)
  })
  byId('newVoucher').addEventListener('submit', async (event) => {
    event.preventDefault()
    const answer = await act('POST', 'vouchers', valuesOf(event.currentTarget, ['amount', 'hours']))
    if (answer) showVoucher(answer.data)
  })
  byId('faultsForm').addEventListener('submit', (event) => {
    event.preventDefault()
    void act('POST', 'faults', valuesOf(event.currentTarget, ['delayMs', 'failRate', 'status', 'count']))
  })
  byId('chatForm').addEventListener('submit', (event) => {
    event.preventDefault()
    void answerChat(event.currentTarget)
  })
  byId('endFaults').addEventListener('click', () => {
    byId('faultsForm').reset()
    void act('POST', 'faults')
  })
  for (const node of document.querySelectorAll('[data-captcha]')) {
    node.addEventListener('click', () => act('POST', 'captcha', { kind: node.dataset.captcha }))
  }
  for (const node of document.querySelectorAll('[data-advance]')) {
    node.addEventListener('click', () => act('POST', 'clock', { advanceMs: Number(node.dataset.advance) }))
  }
  byId('realTime').addEventListener('click', () => act('POST', 'clock', { now: new Date().toISOString() }))
  byId('resetNow').addEventListener('click', () => {
    if (confirm(words.resetAsk)) void act('POST', 'reset')
  })

  void refresh()
  setInterval(() => {
    if (!document.hidden) void refresh()
  }, 3000)
}

start()
