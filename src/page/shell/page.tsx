import { landing } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import { belowFoldSheet, type PageVisit, type Site } from '#contract/render.ts'
import type { Placement } from '#contract/waitlist.ts'
import type { BarsProps } from '#page/overlays/overlay.ts'
import { formWords, problemWords } from '#page/signup/form-words.ts'
import { Island } from '#page/islands/island.tsx'
import { Overlays } from '#page/overlays/overlays.island.tsx'
import { Popups, popupCopy } from '#page/overlays/popups.island.tsx'
import { UpdatesBox } from '#page/overlays/updates-box.tsx'
import { DebugBadge } from '#page/urgency/debug-badge.tsx'
import { PauseButton } from '#page/urgency/pause-button.tsx'
import { Strip } from '#page/urgency/strip.island.tsx'
import { ruleOf } from '#page/urgency/use-counter.ts'
import { EarlyBird } from '#page/sections/early-bird.tsx'
import { Exclusivity } from '#page/sections/exclusivity.tsx'
import { Final } from '#page/sections/final.tsx'
import { Footer } from '#page/sections/footer.tsx'
import { Hero } from '#page/sections/hero.tsx'
import { Mast } from '#page/sections/mast.tsx'
import { QuizInvitation } from '#page/sections/quiz-invitation.tsx'
import { Video } from '#page/sections/video.tsx'
import { Section, type Failures } from '#page/ui/section.tsx'
import { Toasts } from '#page/ui/toasts.island.tsx'

type Props = {
  campaign: Campaign
  visit: Extract<PageVisit, { page: 'landing' }>
  site: Pick<Site, 'optIn'>
  failures: Failures
}

/** The landing page, top to bottom. A new section is a new line. */
export function Page({ campaign, visit: { pageToken, form }, site, failures }: Props) {
  const words = formWords(campaign, site)
  const joined = form?.view.state === 'welcome'
  const { brand, mast, hero, figures, offers, sections, switches } = campaign
  const { placeholder } = campaign.forms
  const served = {
    view: { state: 'idle', typed: '' },
    pageToken,
    consent: campaign.consents[0],
    words,
    origin: form?.origin,
  } as const
  const servedAt = (placement: Placement) =>
    form?.placement === placement
      ? { ...served, view: form.view, problem: problemWords(form.view) }
      : { ...served, formPath: form?.otherFormPath }
  const { earlySpots, batchPercent, programSpots, programTimer } = figures
  return (
    <>
      <a className="skip" href="#hero-form">
        {landing.skip}
      </a>
      <PauseButton />
      {sections.strip && earlySpots && batchPercent && (
        <Island
          name="strip"
          component={Strip}
          position="top"
          props={{ ...sections.strip, spots: ruleOf(earlySpots), batchPercent: batchPercent.value }}
          failures={failures}
        />
      )}
      <Mast
        brand={brand}
        mast={mast}
        landing={{ waiting: figures.waiting, words: hero.unit.waiting, failures }}
      />
      <main>
        <Section name="hero" className="hero wrap" phase={1} titled failures={failures}>
          <Hero campaign={campaign} served={servedAt('hero')} />
        </Section>
        <link rel="stylesheet" href={belowFoldSheet} />
        {sections.earlyBird && figures.earlyBird && (
          <Section name="early-bird" className="plate wrap" phase={1} titled failures={failures}>
            <EarlyBird copy={sections.earlyBird} earlyBird={figures.earlyBird} />
          </Section>
        )}
        {sections.video && figures.video && (
          <Section name="video" className="plate wrap" phase={2} titled failures={failures}>
            <Video copy={sections.video} video={figures.video} />
          </Section>
        )}
        {sections.quiz && (
          <Section name="quiz" className="plate wrap" phase={3} titled failures={failures}>
            <QuizInvitation copy={sections.quiz} dialog={{ served, optIn: site.optIn }} />
          </Section>
        )}
        {sections.exclusivity && programSpots && programTimer && (
          <Section name="exclusivity" className="plate wrap" phase={4} titled failures={failures}>
            <Exclusivity
              copy={sections.exclusivity}
              invitations={offers.invitations}
              programSpots={programSpots}
              programTimer={programTimer}
            />
          </Section>
        )}
        <Section name="final" className="plate wrap" phase={5} titled failures={failures}>
          <Final campaign={campaign} served={servedAt('final')} />
        </Section>
      </main>
      <Footer brand={brand} note={switches.footerNote && sections.footer.note}>
        <PauseButton />
      </Footer>
      <div className="progress" aria-hidden="true" />
      {sections.updates && <UpdatesBox title={sections.updates.title} updates={campaign.updates} />}
      {switches.debugBadge && <DebugBadge />}
      <Island name="toasts" component={Toasts} position="page" props={{}} failures={failures} />
      <Island
        name="overlays"
        component={Overlays}
        position="page"
        props={{ recent: recentOf(campaign), bars: joined ? undefined : barsOf(campaign, served) }}
        failures={failures}
      />
      {!joined && (
        <Island
          name="popups"
          component={Popups}
          position="page"
          trigger="interaction"
          props={{ copy: popupCopy(campaign), form: { placeholder, served } }}
          failures={failures}
        />
      )}
    </>
  )
}

const recentOf = ({ figures: { recent }, sections: { recent: words } }: Campaign) =>
  recent && words ? { entries: recent.entries, words } : undefined

function barsOf(
  { figures: { pageSpots }, sections: { bars: words } }: Campaign,
  served: BarsProps['served'],
): BarsProps | undefined {
  if (!pageSpots || !words) return undefined
  return { words, spots: ruleOf(pageSpots), served }
}
