// Renders resources/icon.svg to the PNG that the packages and the window use: node scripts/icons.mjs
import { readFile, writeFile } from 'node:fs/promises'
import { Resvg } from '@resvg/resvg-js'

const resources = new URL('../resources/', import.meta.url)
const svg = await readFile(new URL('icon.svg', resources), 'utf8')
const png = new Resvg(svg, { fitTo: { mode: 'width', value: 512 } }).render().asPng()
await writeFile(new URL('icon.png', resources), png)
console.log(`icon.png: ${png.length} bytes`)
