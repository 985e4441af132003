import { makeAutoObservable, observableRef } from 'mobx'
import type { OpenOverlay, OverlayName, OverlayProps } from './overlays.ts'

/**
 * The one overlay on top of the page (spec §2). Rules about who may open what live in OverlayRules.
 * `beforeClose` lets the open overlay decide what follows (spec §4: closing the deposit with a gift).
 */
export class OverlayStore {
  current: OpenOverlay | null = null

  constructor() {
    makeAutoObservable(this, { current: observableRef })
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
