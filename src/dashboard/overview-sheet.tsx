import { SheetPage, type SheetProps } from './frame.tsx'

/** DASH-3 */
export const OverviewSheet = ({ frame }: SheetProps) => (
  <SheetPage frame={frame} sheet="overview">
    <p>Nobody yet.</p>
  </SheetPage>
)
