import { expect, test } from 'vitest'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { openLaunch } from '#contract/launch/launch.ts'
import { figureModes } from '#contract/live/figures.ts'
import type { PageVisit } from '#contract/render.ts'
import { bareCampaign } from '#test/bare-campaign.ts'
import { readable } from '#test/campaign-texts.ts'
import { countedOn } from '#test/live-figures.ts'
import { personalDataWith } from '#test/personal-data.ts'
import { renderCampaign } from './entry-server.tsx'

const anna = personalDataWith({ email: 'anna@example.com', state: 'confirmed', placement: 'hero' })
const at = Date.parse('2026-11-24T12:00:00Z')

test('[BRAND-6] a campaign without a quiz, a line, a sequence, an offer and a fact is right', () =>
  expect(wrongCampaign(bareCampaign)).toEqual([]))

test.each<[string, PageVisit]>([
  ['the landing page', { page: 'landing', pageToken: '' }],
  ['the page about somebody', { page: 'me', action: '/me/x', person: anna }],
])('[BRAND-6] %s then mentions none of them', (_, visit) => {
  for (const mode of figureModes) {
    const live = { ...countedOn(at), offers: {} }
    const facts = { now: at, mode, live: mode === 'live' ? live : null, launch: openLaunch }
    const site = { publicUrl: '', anonKey: '', optIn: 'double', facts } as const
    const { html, failures } = renderCampaign(bareCampaign, visit, site)
    expect(failures).toEqual([])
    expect(readable(html)).not.toMatch(
      /.{30}\b(?:quiz|offer|invitation|founding|legacy pack|place in line|reward for|protocol mail)s?\b.{9}/i,
    )
    expect(html.replaceAll(/<[^>]+>/g, ' ')).not.toMatch(/undefined|null|\{\w+\}/)
  }
})
