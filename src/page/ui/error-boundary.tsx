import { Component, type ReactNode } from 'react'
import { AgainButton, FailedPanel } from './failed-panel.tsx'

type Props = {
  section?: string | undefined
  children: ReactNode
}
type State = { failed: boolean }

/**
 * FLOW-3. Without a section, that is over the page, it shows nothing. React knows error boundaries
 * as classes only.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError = (): State => ({ failed: true })

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.section ? (
      <FailedPanel
        section={this.props.section}
        again={<AgainButton onPress={() => this.setState({ failed: false })} />}
      />
    ) : null
  }
}
