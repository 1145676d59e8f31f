/** The words of the line on its pages. `{n}` and the like stand for numbers. */
export type LineCopy = {
  /** what a place is called beside a number */
  place: string
}
