#!/usr/bin/env bash
# Where a page's Content-Security-Policy has `sandbox … allow-top-navigation`, a frame in it that has
# `allow-top-navigation-by-user-activation` cannot lead the window away, not even after a press
# (seen with Debian's Chromium 156.0.8078.108 and playwright-core 1.65.1).
#
# By the HTML standard the wider token clears both of the flags: a top navigation with and without a user's press. Chromium
# keeps a flag of its own for each token, and a frame has the flags of its page besides its own: the page lacks the one, the
# frame the other. So the page's policy must name both tokens, though one of them says more than the other. Chromium's
# console says that neither flag is set.
set -euo pipefail
chromium="${CHROMIUM:-$(command -v chromium || command -v chromium-browser)}"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund playwright-core@1.65.1
cat >try.mjs <<'JS'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { chromium } from 'playwright-core'

async function serve(answer) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

const other = await serve((request, response) =>
  response.end(request.url === '/left' ? '<p>left</p>' : '<a href="/left" target="_top">leave</a>'),
)
const frame = `<iframe sandbox="allow-scripts allow-top-navigation-by-user-activation" src="${other.url}"></iframe>`
const page = await serve((request, response) => {
  const more = request.url === '/both' ? ' allow-top-navigation-by-user-activation' : ''
  if (request.url !== '/none')
    response.setHeader('content-security-policy', `sandbox allow-scripts allow-same-origin allow-top-navigation${more}`)
  response.end(frame)
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const path of ['none', 'one', 'both']) {
  const tab = await browser.newPage()
  const refused = new Promise((resolve) =>
    tab.on('console', (message) => /Unsafe attempt|navigat/i.test(message.text()) && resolve('refused')),
  )
  await tab.goto(`${page.url}/${path}`)
  await tab.frameLocator('iframe').getByText('leave').click()
  const end = await Promise.race([tab.getByText('left').waitFor().then(() => 'left'), refused])
  console.log(`policy with ${path === 'one' ? 'the wider token' : path === 'both' ? 'both tokens' : 'no sandbox'}: ${end}`)
  await tab.close()
}
await browser.close()
for (const { server } of [other, page]) server.close()
JS
seen="$(CHROMIUM="$chromium" node try.mjs)"
expected="policy with no sandbox: left
policy with the wider token: refused
policy with both tokens: left"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed: expected"; echo "$expected"; exit 1; }
