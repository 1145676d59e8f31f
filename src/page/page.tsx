import { landing } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView, PageVisit } from '#contract/render.ts'
import type { Placement } from '#contract/waitlist.ts'
import { Island } from './island.tsx'
import { UpdatesBox } from './popups/updates-box.tsx'
import { DebugBadge } from './scarcity/debug-badge.tsx'
import { Strip } from './scarcity/strip.tsx'
import { Footer } from './sections/footer.tsx'
import { Hero } from './sections/hero.tsx'
import { Mast } from './sections/mast.tsx'
import { Section, type Failures } from './ui/section.tsx'
import { Toasts } from './ui/toasts.island.tsx'

type Props = { campaign: Campaign; visit: Extract<PageVisit, { page: 'landing' }>; failures: Failures }

/** The landing page, top to bottom. A new section is a new line. */
export function Page({ campaign, visit: { pageToken, form }, failures }: Props) {
  const viewAt = (placement: Placement): FormView => (form?.placement === placement ? form.view : { state: 'idle', typed: '' })
  return (
    <>
      <a className="skip" href="#hero-form">{landing.skip}</a>
      <Strip strip={campaign.sections.strip} earlySpots={campaign.figures.earlySpots} />
      <Mast brand={campaign.brand} mast={campaign.mast} />
      <main>
        <Section name="hero" className="hero wrap" failures={failures}><Hero campaign={campaign} pageToken={pageToken} view={viewAt('hero')} /></Section>
      </main>
      <Footer brand={campaign.brand} />
      <UpdatesBox title={campaign.sections.updates.title} updates={campaign.updates} />
      {campaign.switches.debugBadge && <DebugBadge />}
      <Island name="toasts" of={Toasts} place="page" props={{}} failures={failures} />
    </>
  )
}
