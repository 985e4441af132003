import { makeAutoObservable, observableRef } from 'mobx'
import type { OpenOverlay, OverlayName, OverlayProps } from './overlays.ts'

/** The one overlay on top of the page. */
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
