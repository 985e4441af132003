// Renders resources/icon.svg to the PNGs of packages, window and home screens: node scripts/icons.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Resvg } from '@resvg/resvg-js'

const resources = new URL('../resources/', import.meta.url)
const web = new URL('../src/renderer/public/icons/', import.meta.url)
const svg = await readFile(new URL('icon.svg', resources), 'utf8')
/** Systems that mask the icon get a full-bleed background and a smaller drawing. */
const square = svg.replace('rx="116"', 'rx="0"').replace(/<rect x="2" y="2"[^>]*\/>/, '')

async function write(url, source, width) {
  const png = new Resvg(source, { fitTo: { mode: 'width', value: width } }).render().asPng()
  await writeFile(url, png)
  console.log(`${url.pathname.split('/').at(-1)}: ${png.length} bytes`)
}

await mkdir(web, { recursive: true })
await write(new URL('icon.png', resources), svg, 512)
await write(new URL('192.png', web), svg, 192)
await write(new URL('512.png', web), svg, 512)
await write(new URL('180.png', web), square, 180)
await write(new URL('maskable.png', web), square, 512)
