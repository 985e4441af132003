import { Component, type ReactNode } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { Failed } from '../ui/States.tsx'

/** A page that could not be loaded or drawn leaves the rest of the office usable. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    console.error(i18n.t('states.pageFailed'), error)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // A release may have replaced the page's file: only a reload finds the new one.
    const failure = new Error(i18n.t('states.pageFailed'), { cause: error })
    return <Failed error={failure} onRetry={() => window.location.reload()} />
  }
}
