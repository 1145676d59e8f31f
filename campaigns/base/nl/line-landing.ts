import type { lineLanding as english } from '../en/line-landing.ts'

export const lineLanding: typeof english = {
  friend: {
    chip: 'Gestuurd door een vriend',
    moves:
      'Als jij bevestigt, schuift je vriend misschien op. Die ziet hooguit een getal, nooit wie.',
    named: {
      chip: 'Gestuurd door {name}',
      moves:
        'Als jij bevestigt, schuift {name} misschien op, en ziet hooguit een getal, nooit wie.',
    },
    note: 'De volgende plaats is van jou zodra je bevestigt, wie je ook stuurde.',
  },
  steps: {
    mail: 'Open de mail aan {email} en druk op de knop.',
    place: 'Met die klik krijg je je plaats.',
    next: 'Om {time} was de volgende {place}.',
    link: 'Daarna je eigen link.',
  },
  device: {
    around: '{before} voor je, {behind} achter je.',
    asOf: 'stand van {time}',
    open: 'Open je pagina',
    why: 'Je ziet dit omdat je dit apparaat vroeg om het te onthouden.',
    forget: 'Vergeet het hier',
  },
}
