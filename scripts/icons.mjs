// Renders icon-large.svg of a brand to the PNGs of packages, window and home screens: node scripts/icons.mjs mirante
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Resvg } from '@resvg/resvg-js'

const resources = new URL(`../resources/brands/${process.argv[2] ?? 'palpite'}/`, import.meta.url)
const web = new URL('icons/', resources)
const svg = await readFile(new URL('icon-large.svg', resources), 'utf8')
/** Systems that mask the icon get a full-bleed background and a smaller drawing. */
const square = svg.replace('rx="116"', 'rx="0"').replace(/<rect x="2" y="2"[^>]*\/>/, '')

async function write(url, source, width) {
  const png = new Resvg(source, { fitTo: { mode: 'width', value: width } }).render().asPng()
  await writeFile(url, png)
  console.log(`${url.pathname.split('/').at(-1)}: ${png.length} bytes`)
}

await mkdir(web, { recursive: true })
await write(new URL('icon-large.png', resources), svg, 512)
await write(new URL('192.png', web), svg, 192)
await write(new URL('512.png', web), svg, 512)
await write(new URL('180.png', web), square, 180)
await write(new URL('maskable.png', web), square, 512)
