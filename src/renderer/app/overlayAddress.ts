import { reaction } from 'mobx'
import type { DataRouter } from 'react-router-dom'
import type { OverlayStore } from '../stores/OverlayStore.ts'
import { addressable } from '../stores/overlays.ts'

const parameter = 'overlay'

/**
 * Keeps the open overlay's name in the address (`?overlay=login`), so that the back button closes it and a
 * page change leaves none behind. A store change that is not in the address yet wins over the address: going
 * home and opening the login in the same tick ends at home with the login open.
 */
export function watchOverlays(router: DataRouter, overlays: OverlayStore): void {
  let isAddressStale = false

  const toAddress = () => {
    // The name is for the address of the page that is coming.
    if (router.state.navigation.state !== 'idle') return
    isAddressStale = false
    const { pathname, search } = router.state.location
    const params = new URLSearchParams(search)
    const name = overlays.current?.name ?? null
    const current = params.get(parameter)
    if (name === current) return
    if (name) params.set(parameter, name)
    else params.delete(parameter)
    const query = params.toString()
    void router.navigate(pathname + (query && `?${query}`), { replace: name === null || current !== null })
  }

  const fromAddress = () => {
    const nameInAddress = new URLSearchParams(router.state.location.search).get(parameter)
    if (nameInAddress === (overlays.current?.name ?? null)) return
    const addressableName = addressable.find((name) => name === nameInAddress)
    if (addressableName) overlays.open(addressableName)
    // A reload drops the name of an overlay that cannot be opened by address.
    else if (overlays.current) overlays.close()
    else toAddress()
  }

  reaction(
    () => overlays.current,
    () => {
      isAddressStale = true
      setTimeout(toAddress)
    },
  )
  router.subscribe(() => {
    if (isAddressStale) toAddress()
    else fromAddress()
  })
  // An overlay can be open before the first page's effects run: a button pressed at once, a session found expired.
  if (overlays.current) toAddress()
  else fromAddress()
}
