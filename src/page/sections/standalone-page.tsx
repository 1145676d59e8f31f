import type { ReactNode } from 'react'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { Footer } from './footer.tsx'
import { LaunchStrip } from './launch-strip.tsx'
import { Masthead } from './masthead.tsx'

/**
 * `mark`: the sign-up mark that the browser stores (FORM-9; `markAttribute` in signup/joined.ts).
 */
type Props = {
  campaign: ShownCampaign
  name: string
  mark?: string | undefined
  children: ReactNode
}

/** The frame of the quiz's pages. It needs no script. */
export const StandalonePage = ({
  campaign: { brand, mast, notice },
  name,
  mark,
  children,
}: Props) => (
  <>
    <LaunchStrip notice={notice} />
    <Masthead brand={brand} mast={mast} />
    <main className="standalone plate wrap" data-page={name} data-mark={mark}>
      {children}
    </main>
    <Footer brand={brand} />
  </>
)
