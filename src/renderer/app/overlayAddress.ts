import { reaction } from 'mobx'
import type { OverlayStore } from '../stores/OverlayStore.ts'
import { addressable } from '../stores/overlays.ts'
import type { AppNavigation } from './navigation.ts'

const parameter = 'overlay'

/**
 * Keeps the open overlay's name in the address (`?overlay=login`), so that the back button closes it and a
 * page change leaves none behind. A store change that is not in the address yet wins over the address: going
 * home and opening the login in the same tick ends at home with the login open.
 */
export function watchOverlays(navigation: AppNavigation, overlays: OverlayStore): void {
  let ahead = false

  const toAddress = () => {
    ahead = false
    const { pathname, search } = navigation.location()
    const params = new URLSearchParams(search)
    const name = overlays.current?.name ?? null
    const shown = params.get(parameter)
    if (name === shown) return
    if (name) params.set(parameter, name)
    else params.delete(parameter)
    const query = params.toString()
    navigation.go(pathname + (query && `?${query}`), { replace: name === null || shown !== null })
  }

  const fromAddress = () => {
    const named = new URLSearchParams(navigation.location().search).get(parameter)
    if (named === (overlays.current?.name ?? null)) return
    const known = addressable.find((name) => name === named)
    if (known) overlays.open(known)
    // A reload drops the name of an overlay that cannot be opened by address.
    else if (overlays.current) overlays.close()
    else toAddress()
  }

  reaction(
    () => overlays.current,
    () => {
      ahead = true
      setTimeout(toAddress)
    },
  )
  navigation.subscribe(() => {
    if (ahead) toAddress()
    else fromAddress()
  })
  fromAddress()
}
