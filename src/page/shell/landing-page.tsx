import { createElement, Fragment } from 'react'
import { debugBadge, landing, pause } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { belowFoldSheet, type LandingFormView, type Site } from '#contract/render.ts'
import {
  copyKeyOf,
  declarationOf,
  sectionNames,
  type SectionName,
} from '#contract/campaign/sections.ts'
import { isShown, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { heroWords } from '#page/sections/arrival.tsx'
import { formWords } from '#page/signup/form-words.ts'
import { Island } from '#page/islands/island.tsx'
import { Overlays } from '#page/overlays/overlays.island.tsx'
import { popupCopy, Popups } from '#page/overlays/popups.island.tsx'
import { UpdatesBox } from '#page/overlays/updates-box.tsx'
import { Footer, noteOf, rulesOf } from '#page/sections/footer.tsx'
import { Masthead } from '#page/sections/masthead.tsx'
import { contentOf, type SectionProps } from '#page/sections/section-content.ts'
import { pageTitle, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import { Strip } from '#page/sections/strip.tsx'
import { Section, type Failures } from '#page/ui/section.tsx'
import { Toasts } from '#page/ui/toasts.island.tsx'
import { barsProps, offersNow, recentProps } from './overlay-props.ts'

export const showLanding: ShowPage<'landing'> = (campaign, visit, site, failures) => ({
  status: 200,
  title: titleOf(campaign, visit.form?.view),
  listed: { path: '/', description: campaign.head.description },
  body: <Page campaign={campaign} visit={visit} site={site} failures={failures} />,
})

/** The title names the outcome of a plain form, because screen readers read it first (WCAG 2.4.2). */
const titleOf = ({ brand, forms, head }: Campaign, view: LandingFormView | undefined): string =>
  view?.state === 'welcome' ? pageTitle(forms.welcomeTitle, brand) : head.title

type Props = {
  campaign: ShownCampaign
  visit: Visit<'landing'>
  site: Pick<Site, 'optIn' | 'showGaps'>
  failures: Failures
}

/** The landing page, top to bottom. contract/campaign/sections.ts declares the sections of its main part. */
export function Page(props: Props) {
  const { campaign, failures } = props
  const { brand, mast, sections, switches } = campaign
  const sheet = <link rel="stylesheet" href={belowFoldSheet} />
  // The panel of a plain form that succeeded is drawn by it.
  const isWelcome = props.visit.form?.view.state === 'welcome'
  return (
    <>
      <a className="skip" href="#hero-form">
        {landing.skip}
      </a>
      <PauseButton />
      <Strip campaign={campaign} />
      <Masthead brand={brand} mast={mast} landing={campaign} />
      <main>
        {sectionNames
          .filter((name) => isShown(campaign, name))
          .map((name) => (
            <Fragment key={name}>
              {name === 'hero' && isWelcome && sheet}
              <Section name={name} failures={failures}>
                {contentIn(name, props)}
              </Section>
              {name === 'hero' && !isWelcome && sheet}
            </Fragment>
          ))}
      </main>
      <Footer brand={brand} visit={props.visit} note={noteOf(campaign)} rules={rulesOf(campaign)}>
        <PauseButton />
      </Footer>
      <div className="progress" aria-hidden="true" />
      {sections.updates && <UpdatesBox title={sections.updates.title} updates={campaign.updates} />}
      {switches.debugBadge && <DebugBadge />}
      <OverlayIslands {...props} />
    </>
  )
}

/**
 * FX-8. browser/motion.ts acts on it and sets what is pressed; without script nothing moves and it
 * is not shown.
 */
const PauseButton = () => (
  <button className="pause" type="button" data-pause="" aria-pressed={false}>
    <span>{pause}</span>
  </button>
)

/**
 * TOP-4. It stands at the right end of the window's lower edge, or of the bar's upper one, under 768 px of its lower one
 * (styles/recent.css).
 */
export const DebugBadge = () => (
  <aside className="debug-badge" aria-label={debugBadge.label}>
    {debugBadge.text}
  </aside>
)

/** The props of the form in every section and overlay. */
const servedForm = ({ campaign, visit: { pageToken, friend }, site }: Props) =>
  ({
    view: { state: 'idle', typed: '' },
    pageToken,
    consent: campaign.consents[0],
    words: formWords(campaign, site),
    origin: friend && { via: friend.via },
  }) as const

const contentIn = <Name extends SectionName>(name: Name, props: Props) =>
  createElement(contentOf(name), {
    ...copyAndFigures(props.campaign, name),
    campaign: props.campaign,
    served: servedAt(name, props),
    visit: props.visit,
    optIn: props.site.optIn,
    showGaps: props.site.showGaps ?? false,
  })

/** The form of a section: one that was posted without script shows its outcome. */
function servedAt(name: SectionName, props: Props) {
  const { campaign, visit, site } = props
  const { form } = visit
  const served = servedForm(props)
  if (declarationOf(name).form !== 'page') return served
  const here =
    name === 'hero'
      ? { ...served, words: heroWords(campaign, visit, served.words, site.optIn) }
      : served
  return form?.placement === name
    ? { ...here, view: form.view }
    : { ...here, formPath: form?.otherFormPath }
}

/** Toasts, bars, notices and popups. People who have joined get no bars and no popups. */
function OverlayIslands(props: Props) {
  const { campaign, visit, failures } = props
  const { placeholder } = campaign.forms
  const served = servedForm(props)
  const joined = visit.form?.view.state === 'welcome' || visit.device !== undefined
  return (
    <>
      <Island name="toasts" component={Toasts} position="page" props={{}} failures={failures} />
      <Island
        name="overlays"
        component={Overlays}
        position="page"
        props={{
          recent: recentProps(campaign),
          bars: joined ? undefined : barsProps(campaign, served),
        }}
        failures={failures}
      />
      {!joined && (
        <Island
          name="popups"
          component={Popups}
          position="page"
          trigger="interaction"
          props={{
            copy: popupCopy(campaign, offersNow(campaign)),
            form: { placeholder, served },
          }}
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
