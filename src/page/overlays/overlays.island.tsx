import { Bars } from './bars.tsx'
import type { BarsProps } from './bar-entry.ts'
import { RecentNotices, type RecentProps } from './recent-notices.tsx'
import { ErrorBoundary } from '#page/ui/error-boundary.tsx'

export type OverlaysProps = { recent?: RecentProps | undefined; bars?: BarsProps | undefined }

/** What comes over the page by itself: one file, since each costs half a kilobyte of headers. None takes the other along when it fails. */
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
