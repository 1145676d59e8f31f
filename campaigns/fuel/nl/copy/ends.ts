import type { DeclaredCampaign } from '#campaign/compose.ts'

export const ends: DeclaredCampaign['ends'] = {
  goal: {
    chip: '{goal} gehaald',
    strip: '{goal} gehaald: het zegel is verbroken',
    cta: null,
    note: 'Plaats {next} is de volgende. De rij loopt door.',
    reward: 'Ontgrendeld voor iedereen op de lijst',
    level: 'Doel gehaald',
    bar: { text: 'Het zegel is verbroken voor iedereen op de lijst.', withPlace: false },
    popup: {
      title: 'Het zegel is verbroken.',
      items: [
        'De geheime beloning is voor iedereen op de lijst, ook voor wie zich nu aanmeldt',
        'Bètatoegang tot de AI',
        'Geen spam',
      ],
      cta: 'Ga in de rij',
    },
    card: {
      above: 'Alle {goal} zijn binnen.',
      title: 'Ontgrendeld.',
      text: 'De geheime beloning is voor iedereen op de lijst.',
    },
  },
  spots: {
    popup: {
      items: ['Alle {spots} plekken zijn weg', 'Bètatoegang tot de AI', 'Geen spam'],
    },
  },
  launched: {
    lead: [
      'Het Fuel Protocol ligt in de shop.',
      'Tot {first} is die alleen open voor de lijst, daarna voor iedereen.',
    ],
  },
}
