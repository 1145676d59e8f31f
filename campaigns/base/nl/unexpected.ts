import type { unexpected as english } from '../words/unexpected.ts'

export const unexpected: typeof english = {
  title: 'Onverwachte fout in de applicatie',
  text: 'Er ging iets stuk bij ons, niet bij jou. Wat je verstuurde, is niet verloren. Probeer het over een minuut opnieuw.',
  home: 'Terug naar home',
  request: 'Verzoek {request}',
}
