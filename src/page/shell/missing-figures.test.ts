import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { openLaunch } from '#contract/launch/launch.ts'
import { missingKeys as keys, missingPairs as pairs } from '#test/missing-figures.ts'
import { withNull } from '#test/null-campaigns.ts'
import { countedOn } from '#test/live-figures.ts'
import { renderCampaign } from './entry-server.tsx'

/** What shows that something is missing: lists, headings and paragraphs without words, and blanks. */
function holesIn(data: Campaign, mode: 'simulated' | 'live' = 'simulated') {
  const at = Date.UTC(2026, 10, 14)
  const { html, failures } = renderCampaign(
    data,
    { page: 'landing', pageToken: '' },
    {
      publicUrl: '',
      anonKey: '',
      optIn: 'double',
      facts: { now: at, mode, live: countedOn(at), launch: openLaunch },
    },
  )
  // The lazy block is filled by its chunk (FLOW-4).
  const served = html.replaceAll(/<div class="countdown body".*?<\/div>/gs, '')
  return [
    ...failures,
    ...(served.match(/<(ul|dl|li|h2|h3|b|dd)\b[^>]*>\s*<\/\1>/g) ?? []),
    ...(served.replaceAll(/<[^>]+>/g, ' ').match(/\{\w+\}|undefined|NaN|\[object/g) ?? []),
  ]
}

describe('[LIVE-2] a figure that is left out leaves no hole', () => {
  test.each(keys)('%s by itself', (key) => expect(holesIn(withNull(campaign, key))).toEqual([]))
  test.each(pairs)('%s with %s', (...pair) =>
    expect(holesIn(withNull(campaign, ...pair))).toEqual([]),
  )
  test('all together', () => expect(holesIn(withNull(campaign, ...keys))).toEqual([]))
  test('all together, where the rest is live', () =>
    expect(holesIn(withNull(campaign, ...keys), 'live')).toEqual([]))
})
