import { CallError } from '#contract/errors.ts'
import { gameCalls } from '#contract/http/game.ts'
import type { RootStore } from '../../../stores/RootStore.ts'
import type { CatalogueStore } from './CatalogueStore.ts'

type Root = Pick<RootStore, 'api' | 'requireLogin'>

/** Marks or unmarks a game at once; undone when the server refuses, which shows the usual error. */
export function toggleFavourite(root: Root, catalogue: CatalogueStore, code: string): void {
  root.requireLogin(() => void changeFavourite(root, catalogue, code))
}

async function changeFavourite({ api }: Root, catalogue: CatalogueStore, code: string): Promise<void> {
  const game = catalogue.find(code)
  if (!game) return
  const favourite = !game.favourite
  const { generation } = catalogue
  catalogue.setFavourite(code, favourite)
  try {
    await api.call(
      gameCalls.favourite,
      { params: { gameCode: code }, body: { favourite } },
      { loading: false },
    )
    // A list requested before may have arrived in between.
    if (generation !== catalogue.generation) catalogue.setFavourite(code, favourite)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (generation === catalogue.generation) catalogue.setFavourite(code, !favourite)
  }
}
