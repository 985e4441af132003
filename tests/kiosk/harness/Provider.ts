import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The pages below that never come to an end, or never let go. */
export type BadPage = 'hang' | 'drip' | 'loop' | 'bounce' | 'stuck' | 'spin' | 'hold'

/**
 * The server of a payment provider, or of a game, that means no good. `/tricks` is a page that is one button: each press
 * plays the next trick; `/recognise` is one that tries to know its visitors again.
 */
export class Provider {
  /** The tricks that have returned. */
  readonly played: string[] = []
  /** What was typed into the fields of `/form`, by field; `button`: the one in its frame was pressed. */
  readonly typed = new Map<string, string>()
  origin = ''
  /** The same pages on another site, whose frames have processes of their own. */
  otherOrigin = ''
  readonly #server = createServer((request, response) => this.#respond(request.url ?? '', response))

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    this.origin = `http://127.0.0.1:${port}`
    this.otherOrigin = `http://localhost:${port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #respond(url: string, response: ServerResponse): void {
    const [path = '', query = ''] = url.split('?')
    const html = (body: string) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${body}`)
    switch (path) {
      case '/hang':
        return
      case '/drip':
        return void drip(response)
      case '/redirect':
        return void response.writeHead(302, { Location: '/other' }).end()
      case '/loop':
        return void response.writeHead(302, { Location: '/loop' }).end()
      case '/bounce':
        // Chromium ignores what is more than 200 navigations in ten seconds: the page would come to rest.
        return void html(
          `<script>setTimeout(() => location.replace('/bounce?' + Math.random()), 100)</script>`,
        )
      case '/stuck':
        return void html(`${yellowPage}<script>for (;;);</script>`)
      case '/spin':
        return void html(`${yellowPage}<script>setTimeout(() => { for (;;); }, 500)</script>`)
      case '/hold':
        return void html(holdingPage)
      case '/played':
        this.played.push(query)
        return void response.writeHead(204).end()
      case '/typed': {
        const [field = '', text = ''] = query.split('=')
        this.typed.set(field, decodeURIComponent(text))
        return void response.writeHead(204).end()
      }
      case '/tricks':
        return void html(tricksPage)
      case '/nested':
        return void html(frameOf(`${this.otherOrigin}/tricks?${query}`))
      case '/form':
        return void html(formPage + frameOf(`${this.otherOrigin}/field`))
      case '/field':
        return void html(fieldPage)
      case '/recognise':
        return void html(recognisingPage)
      case '/worker.js':
        return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('')
      case '/cached':
        return void response.writeHead(200, { 'Cache-Control': 'max-age=31536000' }).end('cached')
      case '/file':
        return void response
          .writeHead(200, {
            'Content-Type': 'application/octet-stream',
            'Content-Disposition': 'attachment; filename="receipt.bin"',
          })
          .end('receipt')
      default:
        return void html(yellowPage)
    }
  }
}

const yellowPage = '<title>Provider</title><body style="margin:0;background:#ffd400"><h1>Provider</h1>'

/** It asks before it is left, which browsers allow after a click only. */
const holdingPage = `${yellowPage}<script>
  addEventListener('beforeunload', (event) => event.preventDefault())
  addEventListener('pagehide', () => { for (;;); })
</script>`

/** A page of which a byte comes now and then, without an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/html' }).write(`<!doctype html>${yellowPage}`)
  const timer = setInterval(() => response.write(' '), 300)
  response.once('close', () => clearInterval(timer))
}

/** A frame that fills what is left of its page. */
const frameOf = (url: string) =>
  `<body style="margin:0"><iframe src="${url}" style="display:block;width:100%;height:100vh;border:0"></iframe>`

const tellTyped = `<script>
  addEventListener('input', ({ target }) => fetch('/typed?' + target.name + '=' + encodeURIComponent(target.value)))
</script>`

/** Fields of a payment page, the last of them in a frame of another site, as providers have those of cards. */
const formPage = `<title>Form</title>
<body style="margin:0;background:#ffd400"><input name="payer" aria-label="payer"><input name="cents" inputmode="decimal" aria-label="cents">${tellTyped}`
const fieldPage = `<title>Field</title><body><input name="card" inputmode="numeric" aria-label="card">
<p><button onclick="fetch('/typed?button=pressed')">pay</button>${tellTyped}`

const tricksPage = `<title>Tricks</title>
<body style="margin:0;background:#ffd400">
<form id="form" style="display:none">
  <input type="file" id="file"><input type="file" id="folder" webkitdirectory>
  <a id="download" href="/file" download>x</a><a id="phone" href="tel:188">x</a><a id="mail" href="mailto:a@example.com">x</a>
  <a id="blank" href="/other" target="_blank">x</a>
</form>
<script>
  addEventListener('beforeunload', (event) => event.preventDefault())
  // Nothing that was put into the page earlier hears of a click.
  addEventListener('click', (event) => event.isTrusted || event.stopImmediatePropagation(), true)
  const emptyFrame = () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return frame
  }
  const press = (id) => document.getElementById(id).click()
  const tricks = {
    alert: () => alert('a'),
    confirm: () => confirm('c'),
    prompt: () => prompt('p'),
    print: () => print(),
    file: () => press('file'),
    folder: () => press('folder'),
    showPicker: () => document.getElementById('file').showPicker(),
    detached: () => Object.assign(document.createElement('input'), { type: 'file' }).click(),
    pristine: () => emptyFrame().contentWindow.HTMLElement.prototype.click.call(document.getElementById('file')),
    inner: () => {
      const { contentDocument } = emptyFrame()
      const input = Object.assign(contentDocument.createElement('input'), { type: 'file' })
      contentDocument.body.append(input)
      input.click()
    },
    openPicker: () => showOpenFilePicker(),
    directoryPicker: () => showDirectoryPicker(),
    savePicker: () => showSaveFilePicker(),
    download: () => press('download'),
    blob: () => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['x']))
      link.download = 'x.bin'
      link.click()
    },
    phone: () => press('phone'),
    mail: () => press('mail'),
    window: () => open('/other', '', 'popup,width=200,height=200'),
    blank: () => press('blank'),
  }
  const only = new URLSearchParams(location.search).get('only')?.split(',')
  const names = only ?? Object.keys(tricks)
  addEventListener('click', async (event) => {
    if (!event.isTrusted || names.length === 0) return
    const name = names.shift()
    try {
      await Promise.race([tricks[name](), new Promise((resolve) => setTimeout(resolve, 100))])
    } catch (error) {
      console.info(name, String(error))
    }
    await fetch('/played?' + name)
  })
</script>`

/** The tricks of the page, in order. */
export const trickNames = [...tricksPage.matchAll(/^ {4}(\w+): \(\) =>/gm)].map(([, name]) => name ?? '')

/** Those that ask for a file. */
export const fileTricks = ['file', 'folder', 'showPicker', 'detached', 'pristine', 'inner']

/** Says in `data-known` by what it knows its visitor, then leaves itself a mark everywhere. */
const recognisingPage = `<title>Recognise</title>
<body>
<script type="module">
  const files = await navigator.storage.getDirectory()
  const entries = []
  for await (const name of files.keys()) entries.push(name)
  const cached = await fetch('/cached', { cache: 'only-if-cached', mode: 'same-origin' }).then(
    ({ ok }) => ok,
    () => false,
  )
  const known = {
    localStorage: localStorage.length > 0,
    sessionStorage: sessionStorage.length > 0,
    cookie: document.cookie !== '',
    indexedDB: (await indexedDB.databases()).length > 0,
    caches: (await caches.keys()).length > 0,
    files: entries.length > 0,
    worker: (await navigator.serviceWorker.getRegistrations()).length > 0,
    httpCache: cached,
  }
  localStorage.setItem('mark', '1')
  sessionStorage.setItem('mark', '1')
  document.cookie = 'mark=1; max-age=99999; SameSite=None; Secure; Partitioned; Path=/'
  await new Promise((resolve) => {
    indexedDB.open('mark').onsuccess = resolve
  })
  await (await caches.open('mark')).put('/mark', new Response('1'))
  await files.getFileHandle('mark', { create: true })
  await navigator.serviceWorker.register('/worker.js')
  await navigator.serviceWorker.ready
  await (await fetch('/cached')).text()
  document.body.dataset.known = Object.keys(known).filter((name) => known[name]).join(' ')
</script>`
