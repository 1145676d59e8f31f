import { landing } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView, PageVisit, Site } from '#contract/render.ts'
import type { Placement } from '#contract/waitlist.ts'
import { formWords } from './capture/words.ts'
import { Island } from './island.tsx'
import { Footer } from './sections/footer.tsx'
import { Hero } from './sections/hero.tsx'
import { Mast } from './sections/mast.tsx'
import { Section, type Failures } from './ui/section.tsx'
import { Toasts } from './ui/toasts.island.tsx'

type Props = { campaign: Campaign; visit: Extract<PageVisit, { page: 'landing' }>; site: Pick<Site, 'optIn'>; failures: Failures }

/** The landing page, top to bottom. A new section is a new line. */
export function Page({ campaign, visit: { pageToken, form }, site, failures }: Props) {
  const words = formWords(campaign, site)
  const viewAt = (placement: Placement): FormView => (form?.placement === placement ? form.view : { state: 'idle', typed: '' })
  return (
    <>
      <a className="skip" href="#hero-form">{landing.skip}</a>
      <Mast brand={campaign.brand} mast={campaign.mast} />
      <main>
        <Section name="hero" className="hero wrap" failures={failures}><Hero campaign={campaign} words={words} pageToken={pageToken} view={viewAt('hero')} /></Section>
      </main>
      <Footer brand={campaign.brand} />
      <Island name="toasts" of={Toasts} place="page" props={{}} failures={failures} />
    </>
  )
}
