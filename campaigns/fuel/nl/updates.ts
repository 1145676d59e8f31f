import type { updates as english } from '../updates.ts'

export const updates: typeof english = [
  { when: 'Vandaag', text: 'Legacy Pack #001: beperkt tot 500' },
  { when: 'Gisteren', text: 'Early access: 1.000 uitnodigingen' },
  { when: '2 dagen geleden', text: 'Founding status: de eerste 3.000' },
]
