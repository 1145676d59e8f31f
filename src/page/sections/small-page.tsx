import { Fragment, type ReactNode } from 'react'
import { forAddress } from '#campaign/copy/interface.ts'
import { titleLines } from '#campaign/copy/title-lines.ts'
import type { TitleLine } from '#contract/campaign.ts'
import { fill } from '#contract/facts.ts'
import { isAfterLaunch } from '#contract/launch-notice.ts'
import { lineSheet } from '#contract/render.ts'
import { isLive, type ShownCampaign } from '#contract/shown-figures.ts'
import { Footer, noteOf, rulesOf } from './footer.tsx'
import { LaunchStrip } from './launch-strip.tsx'
import { Masthead } from './masthead.tsx'
import { Unit } from './unit.tsx'
import type { Drawing } from './unit-state.ts'

/**
 * `title`: a text, or an element that is a heading. `mark`: the sign-up mark that the browser
 * stores (FORM-9; `markAttribute` in signup/joined.ts).
 */
export type SmallPageProps = {
  campaign: ShownCampaign
  name: string
  mark?: string | undefined
  title: ReactNode
  /** the title's language, where it is not the page's */
  titleLang?: string | undefined
  /** how the title fills its column, where campaign/copy/title-lines.ts does not say it */
  titleLines?: readonly TitleLine[]
  /** above the title */
  chip?: ReactNode
  /** below the title: for whom the page acts, masked */
  address?: string | undefined
  /** in the mast, a link to a part of the page */
  jump?: { href: string; text: string }
  drawing?: Drawing
  /** instead of the drawing; false for none */
  aside?: ReactNode
  /** a sheet besides those of all small pages */
  sheet?: 'line'
  children: ReactNode
  /** the sections below the title and the drawing */
  below?: ReactNode
}

/**
 * A page beside the landing page: the hero's columns, with the title on the left and Fig. 1 on the
 * right. It needs no script. END-3: after the launch it has no drawing, which shows a goal and a
 * seal, and no note on figures without one.
 */
export const SmallPage = ({
  campaign,
  name,
  mark,
  title,
  titleLang,
  titleLines: lines,
  chip,
  address,
  jump,
  drawing = {},
  aside,
  sheet,
  children,
  below,
}: SmallPageProps) => {
  const beside =
    aside ??
    (!isAfterLaunch(campaign) && (
      <Unit campaign={campaign} drawing={sheet ? countedOnly(campaign, drawing) : drawing} />
    ))
  return (
    <>
      {sheet && <link rel="stylesheet" href={lineSheet} />}
      <LaunchStrip notice={campaign.notice} />
      <Masthead brand={campaign.brand} mast={campaign.mast} jump={jump} />
      <main data-page={name} data-mark={mark}>
        <div className="hero wrap small">
          <div className="pitch">
            {chip && <p className="chip label">{chip}</p>}
            {typeof title === 'string' ? (
              <Title text={title} lang={titleLang} lines={lines ?? titleLines[title]} />
            ) : (
              title
            )}
            {address && <p className="note">{fill(forAddress, { email: address })}</p>}
            {children}
          </div>
          {beside}
        </div>
        {below}
      </main>
      <Footer
        brand={campaign.brand}
        note={beside !== false && noteOnFigures(campaign, drawing)}
        rules={rulesOf(campaign)}
      />
    </>
  )
}

const noteOnFigures = (campaign: ShownCampaign, { own }: Drawing) =>
  own ? campaign.live.note : noteOf(campaign)

/**
 * LINE-9: pages of the line say what is counted. Without a count the barrel is empty, since a
 * simulated level would contradict the person's own page.
 */
const countedOnly = ({ figures }: ShownCampaign, drawing: Drawing): Drawing =>
  drawing.own || isLive(figures.launch) ? drawing : { tone: 'empty' }

type TitleProps = {
  text: string
  lang: string | undefined
  lines: readonly TitleLine[] | undefined
}

function Title({ text, lang, lines }: TitleProps) {
  if (!lines?.length) return <h1 lang={lang}>{text}</h1>
  return (
    <h1 className="locked" lang={lang}>
      {lines.map((line, index) => (
        <Fragment key={line.text}>
          {index > 0 && ' '}
          <span data-width={line.width} data-fit={line.fit}>
            {line.text}
          </span>
        </Fragment>
      ))}
    </h1>
  )
}
