import type { lineLanding as english } from '../en/line-landing.ts'

export const lineLanding: typeof english = {
  friend: {
    chip: 'Gestuurd door een vriend',
    moves:
      'Een vriend stuurde je. Als jij bevestigt, schuift die vriend misschien op. Wie je bent, ziet die nooit.',
    named: {
      chip: 'Gestuurd door {name}',
      moves:
        '{name} stuurde je. Als jij bevestigt, schuift {name} misschien op, en ziet nooit wie je bent.',
    },
    note: 'De volgende plaats is van jou zodra je bevestigt.',
  },
  steps: {
    mail: 'Open onze mail aan {email} en bevestig.',
    place: 'Je krijgt je plaats in de rij.',
    next: 'Om {time} was de volgende {place}.',
    link: 'Je krijgt een link: elke vriend die bevestigt, brengt je omhoog.',
  },
  device: {
    around: '{before} voor je, {behind} achter je.',
    asOf: 'stand van {time}',
    open: 'Open je pagina',
    why: 'Je ziet dit omdat je dit apparaat vroeg om het te onthouden.',
    forget: 'Vergeet het hier',
  },
}
