/**
 * `npm run images`: says how old the images of deploy/images.json are, and the programs that a cluster needs. Exits with 1
 * when one is too old.
 */
import { readFileSync } from 'node:fs'
import { judgeImage, type Image } from './supplyChain/images.ts'

const images = JSON.parse(readFileSync('deploy/images.json', 'utf8')) as Image[]
const judged = images.map((image) => judgeImage(image, new Date()))
for (const { line } of judged) console.log(line)
process.exit(judged.some(({ isOld }) => isOld) ? 1 : 0)
