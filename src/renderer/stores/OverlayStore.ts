import { makeAutoObservable, observableRef } from 'mobx'
import type { OpenOverlay, OverlayName, OverlayProps } from './overlays.ts'

/** The one overlay on top of the page. */
export class OverlayStore {
  current: OpenOverlay | null = null
  /** Closes a dialog that lies over the overlay. Returns whether there was one. Set by what shows them. */
  closeTop: () => boolean = () => false

  constructor() {
    makeAutoObservable(this, { current: observableRef, closeTop: false })
  }

  open<Name extends OverlayName>(
    name: Name,
    ...[props]: object extends OverlayProps[Name] ? [OverlayProps[Name]?] : [OverlayProps[Name]]
  ): void {
    this.current = { name, props: props ?? {} } as OpenOverlay
  }

  close(): void {
    this.current = null
  }

  isOpen(name: OverlayName): boolean {
    return this.current?.name === name
  }
}
