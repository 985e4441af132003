import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brandFolder, brandsFolder, coloursOf, defaultBrand, readBrand } from './readBrand.ts'
import { createRecolour } from './recolour.ts'

/** What a page's head names; of the client only. */
const publicFiles = ['icon.svg', 'icons/180.png', 'icons/192.png', 'icons/512.png', 'icons/maskable.png']
/** What gets the brand's colours; the code of games gets those of surfaces only. Slots and payment methods keep their own. */
const drawings =
  /src\/renderer\/(?!games\/|assets\/(games|flags)|ui\/(PaymentLogo|levelPalettes))|src\/frames\/(?!slots\/(art|styles\/themes))/
const games = /src\/renderer\/games\//
/** Pictures that keep their colours: a bet on green stays green, a face a face. */
const ownColours = /(^|\/)(games|flags)\/|avatars/

/**
 * The brand of this build (`BRAND`, by default ours): `#brand/` is its folder in resources/brands, `%brand%` in texts and
 * pages its name, and drawings get its colours. With `isClient` its icons and the manifest are added.
 */
export function brand({ isClient = false } = {}): Plugin {
  const folder = brandFolder()
  const ours = join(brandsFolder, defaultBrand)
  const current = readBrand(folder)
  const fill = (text: string) =>
    text.replaceAll('%brand%', current.name).replaceAll('%brandColour%', current.windowColour)
  const isOurs = folder === ours
  const [from, to] = [coloursOf(ours), coloursOf(folder)]
  const recolour = createRecolour(from, to)
  const recolourSurfaces = createRecolour(from, to, ['surface'])
  const recoin = (code: string) =>
    readBrand(ours).coins.reduce((text, coin, index) => {
      const own = current.coins[index] ?? coin
      return text.replaceAll(coin, own).replaceAll(coin.replaceAll(' ', '%20'), own.replaceAll(' ', '%20'))
    }, code)
  const read = (file: string) =>
    file === 'manifest.webmanifest'
      ? fill(readFileSync(join(brandsFolder, file), 'utf8'))
      : readFileSync(join(folder, file))
  const files = isClient ? [...publicFiles, 'manifest.webmanifest'] : []
  /** Small pictures are in the code. */
  const inlinePictures = (code: string, hasOwnColours = false) =>
    code.replaceAll(/data:image\/svg\+xml[^"`]*/g, (picture) =>
      recoin(hasOwnColours ? picture : recolour(picture)),
    )
  let isForServer = false
  return {
    name: 'brand',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: /^#brand\//, replacement: `${folder}/` }] },
      define: {
        __BRAND_ID__: JSON.stringify(current.id),
        __BRAND_NAME__: JSON.stringify(current.name),
        __WINDOW_COLOUR__: JSON.stringify(current.windowColour),
      },
    }),
    configResolved: ({ build }) => {
      isForServer = Boolean(build.ssr)
    },
    transform(code, id) {
      const path = id.replace(/\?.*$/, '')
      if (/\.json$/.test(path)) return code.includes('%brand%') ? { code: fill(code), map: null } : undefined
      if (isOurs || !/\.(css|tsx?)$/.test(path)) return undefined
      if (drawings.test(path)) return { code: recolour(code), map: null }
      return games.test(path) ? { code: recolourSurfaces(code), map: null } : undefined
    },
    transformIndexHtml: { order: 'pre', handler: fill },
    // oxlint-disable-next-line libraries/no-rewritten-packages -- another brand's colours, in our pictures and nothing else
    generateBundle(_options, bundle) {
      if (!isForServer)
        for (const fileName of files) this.emitFile({ type: 'asset', fileName, source: read(fileName) })
      if (isOurs) return
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk')
          file.code = inlinePictures(
            file.code,
            file.moduleIds.some((id) => ownColours.test(id)),
          )
        else if (/\.css$/.test(file.fileName)) file.source = inlinePictures(file.source.toString())
        else if (/\.svg$/.test(file.fileName) && !publicFiles.includes(file.fileName)) {
          const hasOwnColours = file.originalFileNames.some((name) => ownColours.test(name))
          const picture = recoin(file.source.toString())
          file.source = hasOwnColours ? picture : recolour(picture)
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files.find((name) => request.url === `/${name}`)
        if (!file) return next()
        if (file.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml')
        response.end(read(file))
      })
    },
  }
}
