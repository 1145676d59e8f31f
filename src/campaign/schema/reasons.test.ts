import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { wrongCampaign } from './check.ts'
import { unknownKey } from './reasons.ts'

/** The key and the reason of each error of the campaign with a value put in, or taken out. */
function wrongWith(path: string, value?: unknown) {
  const copy: Campaign = structuredClone(campaign)
  const keys = path.split('.')
  const name = keys.pop()!
  const parent = keys.reduce<Record<string, unknown>>(
    (part, key) => part[key] as Record<string, unknown>,
    copy,
  )
  if (value === undefined) delete parent[name]
  else parent[name] = value
  return wrongCampaign(copy).map(({ key, reason }) => `${key}: ${reason}`)
}

describe('[BRAND-8] a key that no code reads is refused', () => {
  test.each([
    ['hero.ctaa', "hero.ctaa: there is no such key: write 'cta'"],
    ['hero.unit.remian', "hero.unit.remian: there is no such key: write 'remain'"],
    ['timezone', "timezone: there is no such key: write 'timeZone'"],
    ['sections.earlybird', "sections.earlybird: there is no such key: write 'earlyBird'"],
    [
      'mails.letterStarts.here.subjec',
      "mails.letterStarts.here.subjec: there is no such key: write 'subject'",
    ],
    ['line.copy.me.acts.rename', 'line.copy.me.acts.rename: there is no such key'],
    ['mast.motto', 'mast.motto: there is no such key: remove it, or write one of issue or note'],
  ])('%s', (path, line) =>
    expect(wrongWith(path, 'A text.')).toEqual([expect.stringContaining(line)]),
  )

  test('each one by itself, with the key that was meant', () => {
    expect(unknownKey('titel', ['text', 'title'])).toBe("there is no such key: write 'title'")
    expect(unknownKey('colour', ['text', 'title'])).toBe(
      'there is no such key: remove it, or write one of text or title',
    )
  })
})

describe('[BRAND-8] a value of another kind is named with what it has to be', () => {
  test.each<[string, unknown, string]>([
    ['hero.cta', undefined, 'hero.cta: it is missing'],
    ['live', undefined, 'live: it is missing'],
    ['hero.cta', null, 'hero.cta: it cannot be null: the page needs it'],
    ['hero.cta', 12, 'hero.cta: it is a number, and has to be a text'],
    ['hero.cta', ['Join'], 'hero.cta: it is a list, and has to be a text'],
    ['hero', 'Join', 'hero: it is a text, and has to be an object'],
    [
      'figures.launch.value.goal',
      '10,000',
      'figures.launch.value.goal: it is a text, and has to be a number',
    ],
    ['ends.closed.lead', 'It is over.', 'ends.closed.lead: it is a text, and has to be a list'],
    ['launch.tellOnce', 'yes', 'launch.tellOnce: it is a text, and has to be true or false'],
    ['switches.figures', 'real', "switches.figures: 'real' is not simulated or live"],
    ['sections.quiz.axes', ['a', 'b'], 'sections.quiz.axes: it has 2 entries, and needs 4'],
    ['consents', [], 'consents.0: it is missing'],
  ])('%s: %j', (path, value, line) => expect(wrongWith(path, value)).toEqual([line]))
})

test('[BRAND-8] all errors are named at once: of keys, kinds, blanks and figures', () => {
  const copy = structuredClone(campaign)
  Object.assign(copy.hero, { badge: 1, unti: copy.hero.unit })
  copy.hero.unit.of = 'of all'
  copy.figures.launch.value.registered = 20_000
  copy.mails.welcome.subject = 'Welcome, {name}'
  expect(wrongCampaign(copy).map(({ key }) => key)).toEqual([
    'hero.badge',
    'hero.unti',
    'figures.launch.value.registered',
    'hero.unit.of',
    'mails.welcome.subject',
  ])
})

describe('[BRAND-8] a blank is allowed only in a text in which code fills it in', () => {
  test.each([
    ['line.copy.me.title', '{place}'],
    ['line.copy.mails.page', '{place}'],
    ['line.copy.mails.asOf', '{packs}'],
    ['line.copy.spot.open.title', '{wave}'],
    ['line.copy.rules.lead', '{cap}'],
    ['ends.goal.chip', '{sinceDay}'],
    ['ends.closed.headline', '{since}'],
    ['ends.closed.lead.0', '{next}'],
    ['ends.goal.card.above', '{next}'],
    ['mails.confirm.subject', '{email}'],
    ['mails.once.button', '{email}'],
    ['quiz.dialog.title', '{n}'],
  ])('%s refuses %s', (path, blank) =>
    expect(wrongWith(path, `A text with ${blank}.`)).toContain(
      `${path}: nothing fills in ${blank} here`,
    ),
  )

  test.each([
    ['mails.once.subject', 'A mail for {email}'],
    ['mails.result.title', 'Your type: {type}'],
    ['line.copy.mails.turn.preview', 'Until {until} in {zone}'],
    ['ends.spots.bar', { text: 'The {spots} are gone', withPlace: false }],
    ['ends.closed.bar.button', null],
  ])('%s allows its own', (path, value) => expect(wrongWith(path, value)).toEqual([]))
})
