import { ErrorBoundary } from '#page/ui/error-boundary.tsx'
import { Bars } from './bars.tsx'
import type { BarsProps } from './overlay.ts'
import { RecentNotices, type RecentProps } from './recent-notices.tsx'

export type OverlaysProps = { recent?: RecentProps | undefined; bars?: BarsProps | undefined }

/**
 * The overlays that load with the page: one island, since each file costs 0.5 KB of headers. Each
 * has an error boundary of its own, so that an error in one leaves the other.
 */
export const Overlays = ({ recent, bars }: OverlaysProps) => (
  <>
    {recent && (
      <ErrorBoundary>
        <RecentNotices {...recent} />
      </ErrorBoundary>
    )}
    {bars && (
      <ErrorBoundary>
        <Bars {...bars} />
      </ErrorBoundary>
    )}
  </>
)
