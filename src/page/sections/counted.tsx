import { Fragment, type ReactNode } from 'react'
import { liveTexts, type LiveName } from '#contract/live-texts.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { fill } from '#contract/text.ts'

/**
 * LIVE-4: a figure that the server counts. The browser puts newer texts into the elements with
 * `data-live`.
 */
export const Counted = ({ campaign, name }: { campaign: ShownCampaign; name: LiveName }) =>
  campaign.counted && <span data-live={name}>{liveTexts(campaign.counted, campaign)[name]}</span>

/** LIVE-4: when the live figures beside it were counted. */
export const AsOf = ({ campaign }: { campaign: ShownCampaign }) =>
  campaign.counted && (
    <span className="as-of">
      <Filled
        text={campaign.live.asOf}
        values={{ time: <Counted campaign={campaign} name="time" /> }}
      />
    </span>
  )

/** The same as plain text, where it is not kept up to date. */
export const asOfText = (campaign: ShownCampaign): string =>
  campaign.counted
    ? fill(campaign.live.asOf, { time: liveTexts(campaign.counted, campaign).time })
    : ''

/**
 * A text with elements in its blanks. Unknown blanks are left unchanged. With texts alone it is one
 * text: pieces of a line would move each other when its font comes late.
 */
export const Filled = ({ text, values }: { text: string; values: Record<string, ReactNode> }) =>
  isTexts(values)
    ? fill(text, values)
    : text
        .split(/\{(\w+)\}/)
        .map((piece, index) => (
          <Fragment key={index}>{index % 2 ? (values[piece] ?? `{${piece}}`) : piece}</Fragment>
        ))

const isTexts = (values: Record<string, ReactNode>): values is Record<string, string> =>
  Object.values(values).every((value) => typeof value === 'string')
