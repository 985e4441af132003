import type { FastifyInstance } from 'fastify'
import { exitPath } from '#contract/games/exitPath.ts'
import { frameSource } from '#contract/games/frame.ts'
import type { AppDeps } from '../deps.ts'
import { originsOf } from '../http/origins.ts'

const script = `'use strict'
if (parent === self) location.replace(document.documentElement.dataset.home)
else parent.postMessage({ source: '${frameSource}', type: 'exit' }, '*')
`

/** @internal */
export function exitPage(product: string): string {
  return `<!doctype html><html lang="pt-BR" data-home="${product}/home"><head><meta charset="utf-8"><title>…</title><script src="exit.js"></script></head><body></body></html>`
}

/**
 * The page to which a game without the frame protocol sends a player who leaves it. In the game's frame it tells the host;
 * in the whole window, which some games change instead, it leads back to the product.
 */
export function registerExitPage(app: FastifyInstance, { config }: Pick<AppDeps, 'config'>): void {
  app.get(exitPath, (request, reply) => {
    const { product } = originsOf(config, request)
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(exitPage(product))
  })
  app.get(`${exitPath}exit.js`, (_request, reply) => reply.type('text/javascript').send(script))
}
