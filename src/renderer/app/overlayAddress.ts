import { reaction } from 'mobx'
import type { DataRouter } from 'react-router-dom'
import type { OverlayStore } from '../stores/OverlayStore.ts'
import { addressable } from '../stores/overlays.ts'

/** The parameter of the address, and the state of the history entries that were added for an overlay. */
const parameter = 'overlay'

/**
 * Keeps the open overlay's name in the address (`?overlay=login`), so that the back button closes it and a
 * page change leaves none behind. A store change that is not in the address yet wins over the address: going
 * home and opening the login in the same tick ends at home with the login open.
 */
export function watchOverlays(router: DataRouter, overlays: OverlayStore): void {
  // An overlay can be open before the first page's effects run: a button pressed at once, a session found expired.
  let isAddressStale = overlays.current !== null

  const toAddress = () => {
    isAddressStale = false
    const { pathname, search, state } = router.state.location
    const params = new URLSearchParams(search)
    const name = overlays.current?.name ?? null
    const current = params.get(parameter)
    if (name === current) return
    if (name) params.set(parameter, name)
    else params.delete(parameter)
    // Closing leaves the entry that opening has added: the next overlay takes it, or each would cost a press of "back".
    const replace = !name || current !== null || state === parameter
    void router.navigate(
      { pathname, search: params.toString() },
      { replace, state: replace ? state : parameter },
    )
  }

  const fromAddress = () => {
    const nameInAddress = new URLSearchParams(router.state.location.search).get(parameter)
    if (nameInAddress === (overlays.current?.name ?? null)) return
    const addressableName = addressable.find((name) => name === nameInAddress)
    if (addressableName) overlays.open(addressableName)
    // A reload drops the name of an overlay that cannot be opened by address.
    else if (!overlays.current) toAddress()
    else overlays.close()
  }

  const compare = () => {
    // A page is loading: its address is the one that counts.
    if (!router.state.initialized || router.state.navigation.state !== 'idle') return
    if (isAddressStale) toAddress()
    else fromAddress()
  }

  reaction(
    () => overlays.current,
    () => {
      isAddressStale = true
      setTimeout(compare)
    },
  )
  // The router is not yet done with a navigation when it reports it.
  router.subscribe(() => void setTimeout(compare))
  compare()
}
