import { createElement, Fragment } from 'react'
import { landing } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import { belowFoldSheet, type PageVisit, type Site } from '#contract/render.ts'
import {
  copyKeyOf,
  declarationOf,
  isShown,
  sectionNames,
  type SectionName,
} from '#contract/sections.ts'
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
import { Footer } from '#page/sections/footer.tsx'
import { Mast } from '#page/sections/mast.tsx'
import { contentOf, type SectionProps } from '#page/sections/section-content.ts'
import { Section, type Failures } from '#page/ui/section.tsx'
import { Toasts } from '#page/ui/toasts.island.tsx'

type Props = {
  campaign: Campaign
  visit: Extract<PageVisit, { page: 'landing' }>
  site: Pick<Site, 'optIn' | 'showGaps'>
  failures: Failures
}

/** The landing page, top to bottom. contract/sections.ts declares the sections of its main part. */
export function Page({ campaign, visit: { pageToken, form }, site, failures }: Props) {
  const words = formWords(campaign, site)
  const joined = form?.view.state === 'welcome'
  const { brand, mast, hero, figures, sections, switches } = campaign
  const { placeholder } = campaign.forms
  const served = {
    view: { state: 'idle', typed: '' },
    pageToken,
    consent: campaign.consents[0],
    words,
    origin: form?.origin,
  } as const
  const servedAt = (name: SectionName) => {
    if (declarationOf(name).form !== 'page') return served
    return form?.placement === name
      ? { ...served, view: form.view, problem: problemWords(form.view) }
      : { ...served, formPath: form?.otherFormPath }
  }
  const contentIn = <Name extends SectionName>(name: Name) =>
    createElement(contentOf(name), {
      ...copyAndFigures(campaign, name),
      campaign,
      served: servedAt(name),
      optIn: site.optIn,
      showGaps: site.showGaps ?? false,
    })
  const { earlySpots, batchPercent } = figures
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
        {sectionNames
          .filter((name) => isShown(campaign, name))
          .map((name) => (
            <Fragment key={name}>
              <Section
                name={name}
                className={name === 'hero' ? 'hero wrap' : 'plate wrap'}
                phase={declarationOf(name).phase}
                titled
                failures={failures}
              >
                {contentIn(name)}
              </Section>
              {name === 'hero' && <link rel="stylesheet" href={belowFoldSheet} />}
            </Fragment>
          ))}
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

/** isShown has checked that neither is null. */
function copyAndFigures<Name extends SectionName>(
  { sections, figures }: Campaign,
  name: Name,
): Pick<SectionProps<Name>, 'copy' | 'figures'> {
  const copy = copyKeyOf(name)
  return { copy: copy ? sections[copy] : null, figures } as never
}

const recentOf = ({ figures: { recent }, sections: { recent: words } }: Campaign) =>
  recent && words ? { entries: recent.entries, words } : undefined

function barsOf(
  { figures: { pageSpots }, sections: { bars: words } }: Campaign,
  served: BarsProps['served'],
): BarsProps | undefined {
  return words ? { words, spots: pageSpots && ruleOf(pageSpots), served } : undefined
}
