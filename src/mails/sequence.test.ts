import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { sequence } from '#campaigns/fuel/sequence.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { SequenceText } from '#contract/quiz/sequence.ts'
import { renderCampaignMail, renderMail } from './entry-server.tsx'

const inDutch = inLanguages['nl']!.campaign
const mail = {
  template: 'sequence',
  email: 'sanne@example.com',
  step: 'first-days',
  quizType: 'focus',
  unsubscribeUrl: 'https://fuel.example/unsubscribe/L3aveT0ken',
  meUrl: 'https://fuel.example/me/M3T0ken',
} as const

test('a mail of the sequence says whose protocol it is, which of the four, what it has to say, why it came and how to end it', async () => {
  const { subject, text } = await renderCampaignMail(inDutch, mail)
  expect(subject).toBe('Het blok dat geen einde had')
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    Stop terwijl het nog loopt.

    Focus Optimizer, mail 2 van 4

    Beginnen is bij jou zelden het probleem. Stoppen wel. Blok 1 loopt goed, dus worden 90 minuten er 130. De wandeling vervalt, de lunch komt een uur later, en om drie uur lees je dezelfde alinea voor de derde keer.

    Dat is geen gebrek aan wil. Je geeft de aandacht van de middag in de ochtend uit. Drie ingrepen houden de grens overeind:

    Wekker in de gang: Zet hem op 85 minuten. Om hem uit te zetten moet je opstaan, en dan sta je al.
    De laatste vijf minuten: Schrijf een volgende stap op die zo klein is dat je er morgen zonder nadenken in stapt. Een halve zin werkt ook.
    Lunch die klaarstaat: Maak hem de avond ervoor. Wie pas iets zoekt als de honger er is, eet aan het toetsenbord.

    Zak je toch in, neem dan eerst een glas water en loop tien minuten. Is de dip er daarna nog, kijk dan naar je lunch voordat je naar een derde koffie kijkt.

    Kies er vandaag één uit, niet alle drie. Over drie dagen krijg je een mail waarmee je de lengte van je blok instelt, want 90 minuten is een begin en geen wet.

    Je krijgt deze mail omdat de performance-quiz van Fuel Protocol is opgeslagen met sanne@example.com.

    Uitschrijven:
    https://fuel.example/unsubscribe/L3aveT0ken

    Je gegevens: bekijken, wijzigen, wissen:
    https://fuel.example/me/M3T0ken

    Fuel Protocol, privacy@fuelprotocol.example
    "
  `)
})

test('[LANG-4] the mails of the sequence are English for who joined on the English page', async () => {
  const { subject, text, html } = await renderMail(mail)
  expect(subject).toBe('The block that had no end')
  expect(text).toContain('Focus Optimizer, email 2 of 4')
  expect(html).toContain('<html dir="ltr" lang="en">')
})

test('the name of the type is English in a Dutch mail', async () => {
  const { html } = await renderCampaignMail(inDutch, mail)
  expect(html).toContain('<span lang="en">Focus Optimizer</span>')
})

const saying = (text: Partial<SequenceText>): Campaign => ({
  ...campaign,
  sequence: {
    ...sequence,
    steps: sequence.steps.map((step) => ({
      ...step,
      texts: { ...step.texts, focus: { ...step.texts.focus!, ...text } },
    })),
  },
})
const rowsOf = async (text: Partial<SequenceText>) =>
  (await renderCampaignMail(saying(text), mail)).html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<(?!\/?strong)[^>]*>/g, ' ')
    .replace(/<strong[^>]*>/g, '<strong>')
    .replace(/\s+/g, ' ')

test('the points stand after the paragraph that leads to them by a colon', async () => {
  expect(
    await rowsOf({
      paragraphs: ['Eerst dit.', 'Dan drie dingen:', 'Tot slot.'],
      points: ['Water', 'Brood'],
    }),
  ).toContain('Eerst dit. Dan drie dingen: Water Brood Tot slot.')
})

test('points without an introduction follow the first paragraph; a mail can have no points', async () => {
  expect(await rowsOf({ paragraphs: ['Eerst dit.', 'Tot slot.'], points: ['Water'] })).toContain(
    'Eerst dit. Water Tot slot.',
  )
  const html = await rowsOf({
    paragraphs: ['Eerst dit.', 'Dan dat:', 'Tot slot.'],
    points: undefined,
  })
  expect(html).toContain('Eerst dit. Dan dat: Tot slot.')
  expect(html).not.toContain('<ul')
})

test('the text of a point before its first colon is its name', async () => {
  expect(await rowsOf({ points: ['7.00: Water: een halve liter.', 'Zonder naam.'] })).toContain(
    '<strong>7.00</strong> Water: een halve liter. Zonder naam.',
  )
})

test('a step that the campaign does not have is no mail', async () => {
  await expect(renderMail({ ...mail, step: 'gone' })).rejects.toThrow("no step 'gone'")
})
