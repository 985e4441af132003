import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  onFailure?: (error: unknown) => void
  children: ReactNode
}

/** Around a part that the page can do without: when it throws, or its chunk does not load, only that part is missing. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('part failed', error)
    this.props.onFailure?.(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
