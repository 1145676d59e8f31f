/**
 * LINE-9: the words of the confirm page and of the parts that the line's pages share. `{n}` is a
 * number that the text names; times are in the campaign's time zone.
 */
export type LinePageCopy = {
  /** before the press in the mail */
  ask: {
    title: string
    text: string
    /** to somebody whose place waits */
    returns: string
    /** at the level of the drawing */
    next: string
  }
  /** after it */
  done: PlacePageCopy
  already: PlacePageCopy
  dials: { before: string; behind: string; newest: string; perFriend: string }
  link: LinkCopy
  account: AccountCopy
  rewards: RewardsCopy
  figure: LineFigureCopy
}

/** `chip` names the `{date}` and `{time}` of the confirmation. */
type PlacePageCopy = { chip: string; above: string }

export type LinkCopy = {
  label: string
  copy: string
  copied: string
  /** the browser refuses to copy: the field is selected */
  selected: string
  share: string
  mail: string
  note: string
}

export type AccountCopy = {
  label: string
  /** `untouched`: nobody has passed anybody */
  title: string
  untouched: string
  confirmedBefore: string
  /** of people whom the person has passed; `none`: no friend has confirmed yet */
  passed: { none: string; one: string; some: string; capped: string }
  passedBy: { none: string; some: string }
  sum: string
  /** to the page with the rules */
  rules: string
}

export type RewardsCopy = {
  label: string
  /** `held`: none is left to earn, and so many are held for the person */
  title: { one: string; some: string; none: string; held: { one: string; some: string } }
  /** the state, in a word or two */
  states: {
    toGo: string
    reached: string
    yours: string
    takenBack: string
    gone: string
    withdrawn: string
  }
  /** what is said of a reward below its line */
  left: string
  number: string
  held: string
  byOffer: string
  takenBack: string
  goneAt: string
  note: string
}

export type LineFigureCopy = {
  label: string
  caption: string
  you: string
  oneMore: string
  oneMoreShort: string
  /** the text alternative; `more` only where one more friend changes the place */
  says: string
  more: string
}
