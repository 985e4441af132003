import { resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../node_modules/react-router/dist/production')

/** The router's own build without warnings for developers, which its package has, but names under no condition. */
export const productionRouter = [
  { find: /^react-router$/, replacement: resolve(folder, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: resolve(folder, 'dom-export.mjs') },
]
