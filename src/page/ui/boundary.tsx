import { Component, Suspense, type ReactNode } from 'react'
import { FailedPanel } from './failed-panel.tsx'
import { Skeleton, type SkeletonVariant } from './skeleton.tsx'

/** What islands stand in (FLOW-2): the panel where rendering throws, the skeleton while something is on its way. */
export const Boundary = ({ section, skeleton, children }: { section: string; skeleton: SkeletonVariant; children: ReactNode }) => (
  <ErrorBoundary section={section}>
    <Suspense fallback={<Skeleton variant={skeleton} />}>{children}</Suspense>
  </ErrorBoundary>
)

type Props = { section?: string | undefined; onMount?: (() => void) | undefined; children: ReactNode }
type State = { failed: boolean }

/** FLOW-3. Without a section, that is over the page, it shows nothing. React knows error boundaries as classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError = (): State => ({ failed: true })

  override componentDidMount() {
    this.props.onMount?.()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.section ? <FailedPanel section={this.props.section} onAgain={() => this.setState({ failed: false })} /> : null
  }
}
