/** The words of the line on its pages and screens. */
export type LineCopy = {
  /** what a place is called beside its number */
  place: string
}

/** What these words may fill in. */
export const lineBlanks = ['n', 'place', 'date', 'time', 'name', 'reward'] as const
